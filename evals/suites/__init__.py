"""One suite a file: (data folder, options) -> a result. ``SUITES`` in ``evals.catalogue`` names them."""
