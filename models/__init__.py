"""Models behind the ports of ``contract``: embedding, reranking, entailment, generation."""
