// Purpose: The edges that end some sources, as known now.
// Parameters: $sources (LIST<INTEGER>: rows)
// Result: row, newer, older, section, kind, effective, rule
UNWIND $sources AS source
MATCH ()-[edge:SUPERSEDES {open_of: source}]->()
RETURN edge.row AS row, edge.newer AS newer, edge.older AS older, edge.section AS section, edge.kind AS kind,
       edge.effective AS effective, edge.rule AS rule
