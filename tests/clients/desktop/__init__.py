"""The desktop window, most of it drawn without one."""
