// Purpose: The bodies of some traces.
// Parameters: $keys (LIST<STRING>)
// Result: key, body (JSON)
UNWIND $keys AS key
MATCH (trace:Trace {key: key})
RETURN key, trace.body AS body
