"""One data format a file: a folder of that form -> records. A wrong form is one sentence."""
