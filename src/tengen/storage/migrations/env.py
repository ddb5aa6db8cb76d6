"""How alembic runs the steps: on the connection, and in the transaction, of whoever asked for them."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
