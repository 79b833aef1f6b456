"""Figures for every change, taken through the same service calls as the command line.

A suite is one file in ``suites`` (data folder, options → a result), a data format one in ``datasets``, a bench one in
``bench``. ``product`` gives suites the product on a store that is kept; ``measures`` are functions over records.
"""
