"""The policy file: read, validated key by key, and checked for what may be meant otherwise."""
