"""The production store: Neo4j through its official driver. Queries stand in ``cypher/``, the model in its README."""
