"""Which entities are one: by their names, by what a passage says and by what people say, from a commit on, for a reader."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest

from contract.access import Audience, Principal
from contract.errors import NotFound
from contract.ids import content_id
from contract.merges import MergeEntry, MergeKind, MergeRule
from contract.ports import GraphView
from contract.records import Definition, NameBasis, RevisionDraft
from contract.store import Store
from contract.time import parse
from language.words import key
from tests.store.drafts import TENANT, draft, everything, put, view

STAFF = Principal(TENANT, "s", 2)


def told(
    uri: str, text: str, *names: str, audience: Audience | None = None, valid_to: str | None = None
) -> RevisionDraft:
    """A text that tells of entities, and states a fact of each: that it is in the text of this address."""
    facts = [(name, "stands_in", text.split()[0]) for name in names]
    own = {name: name for name in names}
    made = draft(uri, text, names=own, facts=facts, valid_from="2025-01-01", audience=audience)
    ids = {entity.id: entity_id(entity.name) for entity in made.content.entities}
    content = made.content
    return replace(
        made,
        content=replace(
            content,
            entities=tuple(replace(each, id=ids[each.id]) for each in content.entities),
            definitions=tuple(replace(each, entity_id=ids[each.entity_id]) for each in content.definitions),
            facts=tuple(replace(each, subject_id=ids[each.subject_id]) for each in content.facts),
        ),
    )


def saying(made: RevisionDraft, name: str, alias: str) -> RevisionDraft:
    """The draft whose first passage says that ``alias`` is another name of ``name``."""
    content = made.content
    said = Definition(content.passages[0].id, entity_id(name), key(alias), 0.8, NameBasis.DEFINED)
    return replace(made, content=replace(content, definitions=(*content.definitions, said)))


def entity_id(name: str) -> str:
    return content_id(TENANT, key(name), "")


def one(seen: GraphView, *names: str) -> list[list[str]]:
    """The names as they are one for a view, the one that stands for all first."""
    found = seen.identities([entity_id(name) for name in names])
    return [[member.name for member in each.members] for each in found]


def same(name: str, of: str, kind: MergeKind = MergeKind.SAME, note: str = "") -> MergeEntry:
    return MergeEntry(entity_id(name), entity_id(of), kind, MergeRule.HUMAN, by="ana", note=note)


def test_names_that_differ_in_form_are_one_in_every_read_from_their_commit_on(store: Store) -> None:
    put(store, told("a", "First of Acme SA.", "Acme SA"), "2026-01-01")
    put(store, told("b", "Second of Acme S.A.", "Acme S.A."), "2026-01-02")
    put(store, told("c", "Third of Acme S.L.", "Acme S.L."), "2026-01-03")
    seen = view(store)
    assert one(seen, "Acme SA", "Acme S.L.") == [["Acme S.A.", "Acme SA"], ["Acme S.L."]]
    stands, given = entity_id("Acme S.A."), entity_id("Acme SA")
    assert [each.id for each in seen.entities([given, stands])] == [stands]
    assert {each.entity_id for each in seen.named(["acme sa", "acme s.a"])} == {stands}
    assert {each.entity_id for each in seen.mentions(seen.passage_ids())} == {stands, entity_id("Acme S.L.")}
    assert seen.defining([given]) == seen.defining([stands])
    assert len(seen.mentioning([given], 10)) == 2
    facts = seen.stated(subject_ids=[given])
    assert [(each.fact.subject, each.fact.subject_id) for each in facts] == [
        ("Acme S.A.", stands),
        ("Acme SA", stands),
    ] or {each.fact.subject for each in facts} == {"Acme S.A.", "Acme SA"}
    (identity,) = seen.identities([given])
    assert [(each.rule, each.by, each.known_at) for each in identity.merges] == [
        (MergeRule.FORM, "", parse("2026-01-02"))
    ]
    assert one(view(store, known_at="2026-01-01"), "Acme SA") == [["Acme SA"]]


@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
def test_an_alias_joins_in_any_order_of_arrival(store: Store, order: tuple[int, ...]) -> None:
    bank = "Banco Central del Uruguay"
    drafts = [
        told("a", f"El {bank} fija la tasa.", bank),
        told("b", "BCU y sus billetes.", "BCU"),
        saying(told("c", f"Del {bank} (BCU).", bank), bank, "BCU"),
    ]
    for number in order:
        put(store, drafts[number])
    assert one(view(store), "BCU") == [[bank, "BCU"]]
    store.delete(TENANT, "c", parse("2026-02-01"))
    assert one(view(store), "BCU", bank) == [["BCU"], [bank]], "nothing readable says so any more"
    assert one(view(store, known_at="2026-01-15"), "BCU") == [[bank, "BCU"]]


def test_an_alias_of_two_things_joins_neither(store: Store) -> None:
    both = ("Ministerio de Educación", "Ministerio de Economía")
    for uri, name in zip("ab", both, strict=True):
        put(store, saying(told(uri, f"El {name} (ME).", name), name, "ME"))
    put(store, told("c", "ME y sus cosas.", "ME"))
    assert one(view(store), "ME", *both) == [["ME"], [both[0]], [both[1]]]
    store.delete(TENANT, "a", parse("2026-02-01"))
    assert one(view(store), "ME") == [[both[1], "ME"]]


def test_what_a_reader_may_not_know_joins_nothing_for_it(store: Store) -> None:
    bank = "Banco Central del Uruguay"
    put(store, told("a", f"El {bank} fija la tasa.", bank))
    put(store, told("b", "BCU y sus billetes.", "BCU"))
    put(store, saying(told("c", f"Del {bank} (BCU).", bank, audience=Audience(2)), bank, "BCU"))
    store.record_merges(TENANT, [same("Secret Co", "BCU")], parse("2026-02-01"))
    before = everything(view(store))
    put(store, told("d", "Secret Co is BCU.", "Secret Co", audience=Audience(2)), "2026-02-02")
    assert one(view(store), "BCU", bank, "Secret Co") == [["BCU"], [bank]]
    assert everything(view(store)) == before
    assert one(view(store, reader=STAFF), "Secret Co") == [[bank, "BCU", "Secret Co"]]
    assert one(view(store, reader=Principal("other")), "BCU") == []


def test_what_people_say_is_known_from_then_on_and_taken_back_exactly(store: Store) -> None:
    put(store, told("a", "Andes of Andes Fruit.", "Andes Fruit"))
    put(store, told("b", "Northern of Fruta Andina.", "Fruta Andina"))
    before = everything(view(store))
    store.record_merges(TENANT, [same("Andes Fruit", "Fruta Andina", note="one company")], parse("2026-02-01"))
    assert one(view(store), "Andes Fruit") == [["Fruta Andina", "Andes Fruit"]]
    assert everything(view(store)) != before
    assert everything(view(store, known_at="2026-01-15")) == before, "as known before, they were two"
    (identity,) = view(store).identities([entity_id("Andes Fruit")])
    assert [(each.by, each.note, each.known_at) for each in identity.merges] == [
        ("ana", "one company", parse("2026-02-01"))
    ]
    store.record_merges(TENANT, [same("Fruta Andina", "Andes Fruit", MergeKind.LIFTED)], parse("2026-03-01"))
    assert everything(view(store)) == before
    assert one(view(store, known_at="2026-02-15"), "Andes Fruit") == [["Fruta Andina", "Andes Fruit"]]
    with pytest.raises(NotFound, match="nobody"):
        store.record_merges("nobody", [same("a", "b")], parse("2026-03-02"))


def test_people_keep_apart_what_the_rules_would_join(store: Store) -> None:
    for number, name in enumerate(("Acme SA", "Acme S.A.", "Acme, Sociedad Anónima")):
        put(store, told(f"doc/{number}", f"{number} of {name}.", name))
    all_three = ["Acme, Sociedad Anónima", "Acme S.A.", "Acme SA"]
    assert one(view(store), "Acme SA") == [all_three]
    store.record_merges(TENANT, [same("Acme SA", "Acme S.A.", MergeKind.APART)], parse("2026-02-01"))
    found = one(view(store), "Acme SA", "Acme S.A.")
    assert len(found) == 2, "over the third neither"
    (identity,) = view(store).identities([entity_id("Acme SA")])
    assert [each.kind for each in identity.apart] == [MergeKind.APART]
    store.record_merges(TENANT, [same("Acme SA", "Acme S.A.", MergeKind.LIFTED)], parse("2026-03-01"))
    assert one(view(store), "Acme SA") == [all_three]


def test_merges_go_with_a_copy_and_notes_with_a_purge(store: Store) -> None:
    put(store, told("a", "Andes of Andes Fruit.", "Andes Fruit"))
    put(store, told("b", "Northern of Fruta Andina.", "Fruta Andina"))
    store.record_merges(TENANT, [same("Andes Fruit", "Fruta Andina", note="one company")], parse("2026-02-01"))
    assert "one company" in _words(store)
    store.delete(TENANT, "a", parse("2026-02-02"), purge=True)
    assert "one company" not in _words(store)
    assert one(view(store), "Fruta Andina") == [["Fruta Andina"]]


def _words(store: Store) -> str:
    return " ".join(map(repr, store.dump()))
