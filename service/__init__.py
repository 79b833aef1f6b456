"""The flows, a room each: ``ingestion``, ``versions``, ``entities``, ``inbox``, ``explain``, ``stores``, and asking in ``ask``.

``commands`` is the command line over them, ``policy`` reads the policy file, and ``wiring`` puts together what is used.
"""
