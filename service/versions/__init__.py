"""Questions about versions and changes: which there are, which a question names, what differs between two."""
