"""`tengen desktop`: opens the window, finds out who has the data folder, and runs until the window is closed."""
