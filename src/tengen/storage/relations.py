"""Who mutes and blocks whom, in SQL."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, exists, func, insert, or_, select, union

from tengen.people import AddRelation, DropRelation, Relation, RelationKind, TooManyRelations
from tengen.storage.talk_schema import relations

_IS_BLOCK = relations.c.kind == str(RelationKind.BLOCK)


def add_relation(connection: Connection, change: AddRelation) -> None:
    """Add a relation, unless it is there. Raises TooManyRelations."""
    new = change.relation
    of_account = relations.c.account_id == new.account_id
    is_same = (relations.c.other_id == new.other_id) & (relations.c.kind == str(new.kind))
    if connection.scalar(select(exists().where(of_account, is_same))):
        return
    if (connection.scalar(select(func.count()).where(of_account)) or 0) >= change.most:
        raise TooManyRelations
    values = {"account_id": new.account_id, "other_id": new.other_id, "kind": str(new.kind), "at": new.at}
    connection.execute(insert(relations).values(values))


def drop_relation(connection: Connection, change: DropRelation) -> None:
    """Forget a relation."""
    is_meant = (relations.c.account_id == change.account_id) & (relations.c.other_id == change.other_id)
    connection.execute(delete(relations).where(is_meant, relations.c.kind == str(change.kind)))


def drop_relations(connection: Connection, account_ids: Sequence[str]) -> None:
    """Forget all relations of accounts, and those of others to them."""
    for column in (relations.c.account_id, relations.c.other_id):
        connection.execute(delete(relations).where(column.in_(account_ids)))


def relations_of(connection: Connection, account_id: str) -> list[Relation]:
    """The relations of an account, the latest first."""
    question = select(relations).where(relations.c.account_id == account_id)
    question = question.order_by(relations.c.at.desc(), relations.c.other_id)
    return [
        Relation(row["account_id"], row["other_id"], RelationKind(row["kind"]), row["at"])
        for row in connection.execute(question).mappings()
    ]


def blocked_with(connection: Connection, account_id: str) -> frozenset[str]:
    """Those whom an account blocks, and those who block it."""
    mine = select(relations.c.other_id).where(relations.c.account_id == account_id, _IS_BLOCK)
    theirs = select(relations.c.account_id).where(relations.c.other_id == account_id, _IS_BLOCK)
    return frozenset(connection.scalars(union(mine, theirs)))


def hidden_from(connection: Connection, account_id: str) -> frozenset[str]:
    """Those whom an account does not hear."""
    mine = select(relations.c.other_id).where(relations.c.account_id == account_id)
    theirs = select(relations.c.account_id).where(relations.c.other_id == account_id, _IS_BLOCK)
    return frozenset(connection.scalars(union(mine, theirs)))


def is_blocked_with(connection: Connection, account_id: str, others: Sequence[str]) -> bool:
    """Whether an account and one of the others have a block between them."""
    mine = (relations.c.account_id == account_id) & relations.c.other_id.in_(others)
    theirs = (relations.c.other_id == account_id) & relations.c.account_id.in_(others)
    return bool(connection.scalar(select(exists().where(_IS_BLOCK, or_(mine, theirs)))))
