"""The policy file is read whole, or refused with file, key and mend."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from contract.errors import SettingsError
from contract.policy import Policy, Thresholds
from contract.records import Authority, Datatype
from contract.rules import Applied, Named, names_of
from grounding.rules.parsing import parse_rule
from language.tables import LANGUAGES
from service.policy.reader import SHIPPED, load_policy


@pytest.fixture(scope="module")
def shipped() -> Policy:
    return load_policy(None, {})


def written(folder: Path, change: dict[str, Any]) -> Path:
    """The shipped policy with some keys set to other values (dotted keys; None removes)."""
    data = yaml.safe_load(SHIPPED.read_text(encoding="utf-8"))
    for dotted, value in change.items():
        *parents, last = dotted.split("/")
        place = data
        for parent in parents:
            place = place[parent]
        if value is None:
            del place[last]
        else:
            place[last] = value
    path = folder / "mine.yaml"
    path.write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
    return path


def test_governing_types_and_informal_ones(shipped: Policy) -> None:
    assert {shipped.authorities[kind] for kind in ("law", "policy", "price_list", "product_sheet", "contract")} == {
        Authority.GOVERNING
    }
    assert {shipped.authorities[kind] for kind in ("email", "forum", "minutes")} == {Authority.INFORMAL}
    assert shipped.authorities["manual"] is Authority.SUPPORTING
    assert shipped.authorities["live_system"] is Authority.LIVE


def test_refund_window_is_one_quantity_of_the_company_governed_by_policy(shipped: Policy) -> None:
    rule = shipped.predicate("refund_window")
    assert (rule.datatype, rule.cardinality, rule.subject) == (Datatype.QUANTITY, "one", "refund")
    assert rule.governed_by == {"policy"}
    assert "plazo de reembolso" in rule.labels["es"]
    assert "refund window" in rule.labels["en"]


def test_an_undeclared_predicate_never_conflicts(shipped: Policy) -> None:
    assert shipped.predicate("employer").cardinality == "many"


def test_the_decision_needs_a_governing_limit_and_a_live_age(shipped: Policy) -> None:
    decision = shipped.decisions["refund_eligibility"]
    window, age = decision.needs
    assert (window.name, window.least, window.live) == ("refund_window", Authority.GOVERNING, None)
    assert (age.predicate, age.least, age.live, age.days_since) == ("purchased_on", Authority.LIVE, "orders", True)
    assert decision.rule == Applied("<=", (Named("order_age"), Named("refund_window")))


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("es", "¿Puedo reembolsar el pedido 1042?"),
        ("es", "¿Se puede devolver el pedido 1042?"),
        ("es", "¿Me devuelven el dinero del pedido nº 1042?"),
        ("es", "El pedido 1042, ¿todavía admite reembolso?"),
        ("en", "Can I refund order 1042?"),
        ("en", "Is a refund possible for order #1042?"),
        ("en", "Can order 1042 still be returned?"),
        ("en", "Is order 1042 refundable?"),
    ],
)
def test_ways_of_asking_for_a_refund(shipped: Policy, language: str, question: str) -> None:
    patterns = shipped.decisions["refund_eligibility"].asked[language]
    found = [match["subject"] for pattern in patterns if (match := re.search(pattern, question))]
    assert found[0] == "1042"


@pytest.mark.parametrize(
    "question", ["¿Cuál es el plazo de reembolso?", "What is the refund window?", "¿Dónde está el pedido 1042?"]
)
def test_other_questions_are_no_decision(shipped: Policy, question: str) -> None:
    asked = shipped.decisions["refund_eligibility"].asked
    assert not any(re.search(pattern, question) for patterns in asked.values() for pattern in patterns)


def test_every_text_that_a_person_reads_is_there_in_both_languages(shipped: Policy) -> None:
    decision = shipped.decisions["refund_eligibility"]
    texts = [decision.holds, decision.fails, shipped.live_sources["orders"].shown, *(n.claim for n in decision.needs)]
    assert all(set(text) == set(LANGUAGES) for text in texts)


def test_no_label_names_two_predicates(shipped: Policy) -> None:
    for language in LANGUAGES:
        labels = [label for rule in shipped.predicates.values() for label in rule.labels.get(language, ())]
        assert len(labels) == len(set(labels))


@pytest.mark.parametrize(
    ("environ", "url"),
    [
        ({}, "http://127.0.0.1:8765/orders/{subject}"),
        ({"VIGENTE_ORDERS_URL": "https://orders.example"}, "https://orders.example/orders/{subject}"),
        ({"VIGENTE_ORDERS_URL": ""}, "http://127.0.0.1:8765/orders/{subject}"),
    ],
)
def test_the_environment_says_where_orders_are(environ: dict[str, str], url: str) -> None:
    assert load_policy(None, environ).live_sources["orders"].url == url


def test_an_empty_mapping_is_a_policy(tmp_path: Path) -> None:
    path = tmp_path / "least.yaml"
    path.write_text("{}", encoding="utf-8")
    assert load_policy(path, {}) == Policy(thresholds=Thresholds())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"predicate": {}}, "mine.yaml: predicate is not a known key: did you mean 'predicates'?"),
        (
            {"predicates/price/datatyp": "money"},
            "predicates.price.datatyp is not a known key: did you mean 'datatype'?",
        ),
        ({"predicates/price/datatype": "mony"}, "predicates.price.datatype is 'mony': did you mean 'money'?"),
        ({"predicates/price/cardinality": "single"}, "predicates.price.cardinality is 'single'"),
        ({"predicates/price/governed_by": ["price_lst"]}, "names 'price_lst', which the file does not declare"),
        ({"predicates/price/live": "order"}, "predicates.price.live names 'order'"),
        ({"predicates/price/labels": {"fr": ["prix"]}}, "predicates.price.labels.fr is not a known key"),
        ({"predicates/price/labels": None}, "predicates.price.labels is missing"),
        (
            {"predicates/price/labels": {"en": ["Shelf  life"]}},
            "predicates.shelf_life names 'shelf life' again: it stands under predicates.price already",
        ),
        ({"predicates/origin/live": "orders"}, "predicates.origin is read from 'orders', which does not give it"),
        (
            {"qualifiers/country/values/spain": ["España", "Perú"]},
            "qualifiers.country.values.spain names 'peru' again: it stands under qualifiers.country.values.peru",
        ),
        ({"qualifiers/plan/labels": None}, "qualifiers.plan.labels is missing"),
        ({"qualifiers/plan/names": ["a"]}, "qualifiers.plan.names is not a known key"),
        ({"predicates/price/labels": {"es": []}}, "predicates.price.labels is empty"),
        ({"authorities/goverming": ["law"]}, "authorities.goverming is not a known key: did you mean 'governing'?"),
        ({"authorities/informal": ["law"]}, "names 'law' again: it stands under governing already"),
        ({"live_sources/orders/url": "ftp://x/{subject}"}, "begin it with http:// or https://"),
        ({"live_sources/orders/url": "http://x/orders"}, "put {subject} where its id stands"),
        ({"live_sources/orders/url": "http://${NOWHERE}/{subject}"}, "needs the environment variable NOWHERE"),
        ({"live_sources/orders/fields/bought": "x"}, "live_sources.orders.fields names 'bought'"),
        ({"live_sources/orders/timeout_seconds": -1}, "write a number from 0.001 to 60"),
        ({"live_sources/orders/shown/es": None}, "live_sources.orders.shown.es is missing"),
        ({"live_sources/orders/shown/es": "{sujeto}"}, "has the placeholder {sujeto}: did you mean 'subject'?"),
        ({"decisions/refund_eligibility/rule": "order_age =< refund_window"}, "compares with '=<'"),
        ({"decisions/refund_eligibility/rule": "order_age <= window"}, "rule names 'window'"),
        ({"decisions/refund_eligibility/rule": "order_age"}, "has 'order_age' at character 1, which is no condition"),
        (
            {"decisions/refund_eligibility/rule": "order_age <= 14 dais"},
            "mine.yaml: decisions.refund_eligibility.rule has 'dais' at character 17, which is no unit: write one as in",
        ),
        ({"decisions/refund_eligibility/rule": "(order_age <= 3"}, "ends at character 16 where ')' is due: close the"),
        (
            {
                "decisions/refund_eligibility/needs/not": {
                    "predicate": "price",
                    "least": "live",
                    "claim": {"es": "a", "en": "b"},
                }
            },
            "needs.not is a word of rules: give the need another name",
        ),
        ({"decisions/refund_eligibility/needs": {}}, "decisions.refund_eligibility.needs names no fact"),
        ({"decisions/refund_eligibility/asked/es": ["(pedido"]}, "has a pattern that cannot be read"),
        ({"decisions/refund_eligibility/asked/es": ["pedido"]}, "has a pattern without a subject"),
        ({"decisions/refund_eligibility/needs/order_age/predicate": "purchasd_on"}, "did you mean 'purchased_on'?"),
        ({"decisions/refund_eligibility/needs/order_age/live": "erp"}, "needs.order_age.live names 'erp'"),
        ({"decisions/refund_eligibility/needs/order_age/least": "high"}, "needs.order_age.least is 'high'"),
        ({"decisions/refund_eligibility/needs/refund_window/days_since": True}, "which is no date"),
        ({"decisions/refund_eligibility/holds/en": "{subject"}, "has a stray brace"),
        ({"thresholds/relevance": 3}, "thresholds.relevance is 3: write a number from 0 to 1"),
        ({"thresholds/budget_tokens": "many"}, "thresholds.budget_tokens is 'many'"),
    ],
)
def test_a_mistake_is_named_with_file_key_and_mend(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    with pytest.raises(SettingsError, match=re.escape(said)) as caught:
        load_policy(written(tmp_path, change), {})
    assert str(caught.value).startswith("mine.yaml: ")


@pytest.mark.parametrize("text", ["a: [", "- a list", "a text", "\x00", ""])
def test_what_is_no_mapping_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match=r"broken\.yaml"):
        load_policy(path, {})


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"nowhere\.yaml cannot be read"):
        load_policy(tmp_path / "nowhere.yaml", {})


def test_qualifiers_are_known_by_every_spelling(shipped: Policy) -> None:
    assert shipped.qualifiers["country"].values["spain"] == ("España",)
    assert "customers" in shipped.qualifiers["customer"].labels["en"]


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ("url: x\n    sql: DELETE FROM t WHERE a = :subject", "only reads"),
        ("url: x\n    sql: SELECT 1; DROP TABLE t -- :subject", "only reads"),
        ("url: x\n    sql: SELECT a FROM t", ":subject"),
        ("python: 'os.system'", "package.module:function"),
        ("python: a:b\n    url: http://x/{subject}", "keep one"),
        ("url: http://x/{subject}\n    cache_seconds: 10", "max_age_seconds"),
    ],
)
def test_a_live_source_that_cannot_be_read_safely_is_refused(tmp_path: Path, lines: str, fault: str) -> None:
    text = f"""
predicates:
  stock: {{cardinality: one, live: store, labels: {{es: [existencias], en: [stock]}}}}
live_sources:
  store:
    {lines}
    fields: {{stock: n}}
    shown: {{es: "{{stock}}", en: "{{stock}}"}}
"""
    path = tmp_path / "policy.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError, match=fault):
        load_policy(path, {})


def test_the_rules_in_the_docs_can_be_read() -> None:
    page = (Path(__file__).parents[3] / "docs" / "policy.md").read_text(encoding="utf-8")
    rules = re.findall(r"^rule: (.+)$", page, re.MULTILINE)
    days, money, number = Datatype.QUANTITY, Datatype.MONEY, Datatype.NUMBER
    kinds = {
        "order_age": days,
        "refund_window": days,
        "warranty": days,
        "order_status": Datatype.TEXT,
        "quantity": number,
    }
    kinds |= {"purchased_on": Datatype.DATE, "price": money, "shipping": money}
    kinds |= dict.fromkeys(("extended", "frozen"), Datatype.BOOLEAN)
    assert len(rules) == 4
    assert all(names_of(parse_rule(rule, kinds)) <= {*kinds, "valid_at"} for rule in rules)
