"""Communities, traces and jobs."""

from __future__ import annotations

from dataclasses import replace

from contract.access import Audience, Principal
from contract.communities import Community, Summary, SummarySentence
from contract.evidence import Located, StageRecord, Trace
from contract.ports import Job, JobState
from contract.records import Span
from contract.store import Store
from contract.time import parse
from tests.store.drafts import TENANT, draft, put, view

_JOB = Job("j1", TENANT, "ingest", '{"path": "x"}', JobState.QUEUED, created_at=5, updated_at=5)


def test_jobs_are_kept_and_listed_oldest_first(store: Store) -> None:
    store.save_job(_JOB)
    store.save_job(replace(_JOB, id="j0", created_at=9))
    store.save_job(replace(_JOB, state=JobState.FAILED, updated_at=7, progress=0.5, step="read", reason="it broke"))
    assert store.job(TENANT, "j1") == replace(
        _JOB, state=JobState.FAILED, updated_at=7, progress=0.5, step="read", reason="it broke"
    )
    assert [job.id for job in store.jobs()] == ["j1", "j0"]
    assert [job.id for job in store.jobs(TENANT, JobState.QUEUED)] == ["j0"]
    assert store.jobs("other") == ()
    assert store.job("other", "j1") is None


def test_a_trace_comes_back_as_it_went_in(store: Store) -> None:
    stages = (StageRecord("retrieval", 3, (("p1", "scope"),), {"ms": 1.5, "k": [1, 2]}),)
    trace = Trace("t1", TENANT, 5, "ab", 6, 7, stages, {"model": "m"}, {"abstained": None})
    store.save_trace(trace)
    store.save_trace(trace)
    assert store.trace(TENANT, "t1") == trace
    assert store.trace("other", "t1") is None


def test_themes_show_the_widest_summary_that_may_be_read_whole(store: Store) -> None:
    put(store, draft("a", "open text", names={"A": "A"}, valid_from="2025-01-01"))
    put(store, draft("b", "staff text", names={"B": "B"}, valid_from="2025-01-01", audience=Audience(2)))
    staff = Principal(TENANT, level=2)
    by_text = {each.passage.text: each.passage.id for each in _located(store, staff)}

    def summary(audience: Audience, *texts: str) -> Summary:
        sentences = tuple(SummarySentence(by_text[text], Span(0, len(text)), text) for text in texts)
        return Summary("c1", audience, "en", sentences, f"signature {len(texts)}", parse("2026-01-02"))

    communities = [Community("c1", 0, None, "A and B", ("a", "b")), Community("c2", 1, "c1", "bare", ("a",))]
    open_one, staff_one = summary(Audience(), "open text"), summary(Audience(2), "open text", "staff text")
    store.replace_communities(TENANT, communities, [open_one, staff_one], parse("2026-01-02"))

    assert store.communities(TENANT) == tuple(communities)
    assert set(store.summaries(TENANT)) == {open_one, staff_one}
    assert [theme.summary for theme in view(store).themes()] == [open_one]
    assert [theme.summary for theme in view(store, reader=staff).themes(0)] == [staff_one]
    assert view(store, reader=staff).themes(1) == ()
    assert store.communities("other") == ()

    put(store, draft("b", "staff text revised", valid_from="2026-01-01", audience=Audience(2)), "2026-02-01")
    assert [theme.summary for theme in view(store, reader=staff).themes()] == [open_one], "withheld at once"
    store.delete(TENANT, "a", parse("2026-03-01"), purge=True)
    assert view(store, reader=staff).themes() == ()
    assert store.summaries(TENANT) == (), "both hold words of what was purged"
    store.replace_communities(TENANT, [], [], parse("2026-03-02"))
    assert store.communities(TENANT) == ()


def _located(store: Store, reader: Principal) -> tuple[Located, ...]:
    seen = view(store, reader=reader)
    return seen.located(seen.passage_ids())
