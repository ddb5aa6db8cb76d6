"""What keeps a foreign program confined: namespaces, Landlock, seccomp, limits; and the launcher that applies it."""
