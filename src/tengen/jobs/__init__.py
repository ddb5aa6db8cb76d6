"""Thinking as jobs: what is asked and answered, and the processes that do it. Knows no match and no arena."""
