"""Words of Spanish and English, as data and pure functions: the one analyser that every stage shares.

Words, folds, stems and stop words (``words``), sentences (``sentences``), which language a text is in (``detect``),
values with units (``values``), dates in words (``dates``). Imports ``contract`` and word libraries; knows nothing of
stores, stages or documents.
"""
