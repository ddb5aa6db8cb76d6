"""The calls of the API, one module a subject: parse, one call of a service, answer."""
