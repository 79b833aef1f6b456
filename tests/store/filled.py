"""A store with something of everything in it: what operations and exports are tried on."""

from __future__ import annotations

from dataclasses import replace

from contract.access import Audience, Principal
from contract.communities import Community, Summary, SummarySentence
from contract.conflicts import ConflictEntry, ConflictMember, EntryKind, conflict_id
from contract.evidence import Resolution, StageRecord, Trace
from contract.history import Act, ActKind
from contract.ids import content_id
from contract.merges import MergeEntry, MergeKind, MergeRule
from contract.ports import Job, JobState
from contract.records import Datatype, Literal, Mention, RevisionDraft, Span
from contract.store import Store
from contract.time import parse
from tests.store.drafts import TENANT, draft, put, view

OTHER = "other"
STAFF = Audience(2, frozenset({"board", "legal"}))
READERS = (Principal(TENANT), Principal(TENANT, "s", 2, frozenset({"board"})), Principal(OTHER, "s", 3))


def fill(store: Store) -> None:
    """Revisions, corrections, sightings, families, acts, tombstones, undos, a purge, two tenants, communities and a ledger."""
    for number, made in enumerate(_drafts()):
        put(store, made, parse("2026-01-01") + number)
    undone = put(store, draft("note", "never meant", valid_from="2025-09-01"), "2026-01-05")
    store.undo(TENANT, undone.revision_id, parse("2026-01-06"))
    store.delete(TENANT, "gone", parse("2026-01-07"))
    store.delete(TENANT, "purged", parse("2026-01-08"), purge=True)
    put(store, draft("gone", "here again", valid_from="2025-03-01"), "2026-01-09")
    _communities(store)
    _conflicts(store)
    said = MergeEntry("e1", "e2", MergeKind.SAME, MergeRule.HUMAN, "ana", "one \x00 thing")
    store.record_merges(TENANT, [said, replace(said, kind=MergeKind.APART, note="")], parse("2026-01-12"))
    stages = (StageRecord("retrieval", 3, (("p1", "scope"),), {"ms": 1.5, "k": [1, 2]}),)
    store.save_trace(Trace("t1", TENANT, 5, "ab", 6, 7, stages, {"model": "m"}, {"abstained": None, "n": 10**30}))
    store.save_trace(Trace("t0", OTHER, 9, "cd", 6, 7, (), {}, {}))
    job = Job("j1", TENANT, "ingest", '{"path": "x"}', JobState.DONE, 5, 9, 1.0, "end", '{"n": 1}')
    store.save_job(job)
    store.save_job(replace(job, id="j0", tenant=OTHER, state=JobState.FAILED, outcome=None, reason="it \x00 broke"))


def _drafts() -> list[RevisionDraft]:
    articles = {"art-1": ("Refunds within 14 days.", "New York only."), "art-2": "As in article 1.", "art-2~2": "More."}
    names = {"New York": "New York", "Refunds": "Refund Policy"}
    return [
        draft("law/1", articles, names=names, facts=[("Refund", "within", "14 days")], valid_from="2025-01-01"),
        draft("law/1", {**articles, "art-1": "Refunds within 30 days."}, names=names, valid_from="2025-06-01"),
        draft("law/1", {**articles, "art-1": "Refunds within 20 days."}, valid_from="2025-06-01", observed_at="2025-07-01"),
        draft("law/2", "Article 2 goes.", acts=[Act(ActKind.REPEAL, "law/1", "art-2", parse("2025-10-01"))]),
        draft("law/3", "All of it.", acts=[Act(ActKind.REPLACE, "nowhere"), Act(ActKind.REPEAL, "note", by="later")]),
        draft("note", "About New York, and refunds.", observed_at="2025-02-01"),
        draft("note", "About New York, and refunds.", observed_at="2025-03-01", title="Another title"),
        draft("staff", "The board of New York meets.", names={"Board": "Board"}, audience=STAFF, valid_from="2025-01-01"),
        draft("tool", {"a": "Version one."}, label="1.0", standing=True, valid_from="2024-01-01"),
        draft("tool", {"a": "Version two."}, facts=[("Tool", "is", "two")], label="2.0", standing=True, valid_from="2025-01-01"),
        draft("gone", "Was here.", valid_from="2025-01-01"),
        draft("purged", "Secret words of New York.", names={"Secret": "Secret"}, valid_from="2025-01-01"),
        _mentioning(draft("odd", ["A\x00b \x0b\ufffe \U0001f600 <&>\r\n\"'", "twice", "twice"], valid_from="0001-01-01")),
        draft("law/1", "The same address elsewhere.", tenant=OTHER, names={"New York": "New York"}),
        draft("likes", "The Harbour Office is open.", names={"The Harbour Office": "The Harbour Office"}),
        draft("like", "A Harbour Office is near.", names={"Harbour Office": "Harbour Office"}),
    ]  # fmt: skip


def _mentioning(made: RevisionDraft) -> RevisionDraft:
    """The draft with a mention that it brings itself."""
    named = content_id(TENANT, "new york")
    mention = Mention(made.content.passages[1].id, named, Span(*_ends(made)))
    return replace(made, content=replace(made.content, mentions=(mention,)))


def _ends(made: RevisionDraft) -> tuple[int, int]:
    span = made.content.passages[1].span
    return span.start, span.end


def _communities(store: Store) -> None:
    seen = view(store)
    located = {each.passage.text: each.passage.id for each in seen.located(seen.passage_ids())}
    text = "About New York, and refunds."
    sentences = (
        SummarySentence(located[text], Span(0, 5), text[:5]),
        SummarySentence(located[text], Span(6, 14), text[6:14]),
    )
    communities = [Community("c1", 0, None, "New York", ("e2", "e1")), Community("c2", 1, "c1", "refunds", ("e1",))]
    summaries = [
        Summary(
            "c1", audience, language, sentences[: 1 + (language == "es")], content_id(language), parse("2026-01-10")
        )
        for audience in (Audience(), STAFF)
        for language in ("en", "es")
    ]
    store.replace_communities(TENANT, communities, summaries, parse("2026-01-10"))


def _conflicts(store: Store) -> None:
    law, staff = (view(store, reader=READERS[1]).revisions(uri)[0].id for uri in ("law/1", "staff"))
    days = Literal(Datatype.QUANTITY, "14", "day", raw="14 días")
    members = (
        ConflictMember(law, "p1", "f1", days),
        ConflictMember(staff, "p2", "f2", Literal(Datatype.RANGE, "2", "day", "8", "2–8 days"), Resolution.GOVERNS),
    )
    about = (conflict_id(TENANT, "refund", "refund_window"), "refund", "refund_window")
    found = ConflictEntry(*about, EntryKind.FOUND, members=members, resolution=Resolution.GOVERNS)
    chosen = ConflictEntry(*about, EntryKind.RESOLVED, "ana", members[:1], chosen=days, note="as the law \x00 says")
    store.record_conflicts(TENANT, [found, chosen], parse("2026-01-10"))
    assigned = ConflictEntry(*about, EntryKind.ASSIGNED, "ana", members, owner="luis")
    store.record_conflicts(TENANT, [assigned], parse("2026-01-11"))
