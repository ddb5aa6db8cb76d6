"""Jobs: values, the queue, the pool and its processes."""
