"""The flows, a room each: ``ingestion``, ``ask``, ``versions``, ``entities``, ``inbox``, ``explain``, ``communities``, ``stores``.

``commands`` is the command line over them, ``policy`` reads the policy file, and ``wiring`` puts together what is used.
"""
