"""The command line, one module a group of commands: words in, calls of the flows, tables or JSON out."""
