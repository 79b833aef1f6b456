"""The flows: settings, wiring, ingest, ask, jobs, communities, the command line. ``wiring`` is the place to see what is used."""
