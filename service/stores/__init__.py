"""What is done with a store as a whole: back-up, restoring, copies, exports."""
