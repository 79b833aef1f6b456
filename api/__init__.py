"""HTTP: translates requests into calls of ``service`` and answers into JSON."""
