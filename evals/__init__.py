"""Figures for every change, taken through the same service calls as the command line.

``python -m evals run SUITE --data DIR`` runs a suite: one file in ``suites`` (data folder, options → a result). A data
format is one file in ``datasets``, a bench one in ``bench``. ``product`` gives suites the product on a store that is kept;
``measures`` are functions over records.
"""
