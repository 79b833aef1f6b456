"""What of the candidates is admitted: a chain of stages, constraints before preference, each with its reasons."""
