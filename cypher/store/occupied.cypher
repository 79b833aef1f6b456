// Purpose: Whether the store holds anything but its head.
// Parameters: none
// Result: occupied
RETURN EXISTS { (:Tenant) } OR EXISTS { (:Trace) } OR EXISTS { (:Job) } AS occupied
