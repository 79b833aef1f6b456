"""Figures for every change: suites over public data, benches, and a page with both.

``python -m evals run SUITE --data DIR`` drives the product through the same service calls as the command line; a suite is
one file in ``suites``, a data format one in ``datasets``, a bench one in ``bench``. ``measures`` are functions over records.
"""
