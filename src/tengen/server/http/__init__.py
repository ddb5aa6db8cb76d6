"""What every HTTP call passes: limits, headers, idempotency, origin, errors. Knows no route."""
