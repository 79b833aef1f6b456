// Purpose: The body of a trace.
// Parameters: $key (STRING)
// Result: body (JSON)
MATCH (trace:Trace {key: $key})
RETURN trace.body AS body
