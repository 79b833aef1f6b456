"""The language of decisions' rules: small, total, and three-valued (Kleene).

``parsing`` makes a tree (``contract.rules``) of a text or says where it is wrong; ``evaluating`` gives true, false or unknown
with the reason, for every tree and every set of known facts; ``values`` is its arithmetic. Nothing here raises while a
question is answered, loops, or runs code that a policy file wrote.

    rule       = or
    or         = and {"or" and}
    and        = not {"and" not}
    not        = "not" not | test
    test       = sum [("<=" | "<" | ">=" | ">" | "==" | "!=") sum | ["not"] "in" "{" sum {"," sum} "}"]
    sum        = product {("+" | "-") product}
    product    = sign {"*" sign}
    sign       = "-" sign | atom
    atom       = number [unit] | date | "text" | name | function "(" sum {"," sum} ")" | "(" rule ")"
    function   = "min" | "max" | "days_between"
"""
