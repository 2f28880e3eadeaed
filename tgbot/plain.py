"""Stand-in."""

from dataclasses import fields

from engine import HAND, NO_CARD, NOBODY, Decision, Event, Option, View
from engine.cards import CARDS
from storage.shapes import Button


def card(c: int) -> str:
    return f"{CARDS[c].name} {CARDS[c].code}" if c >= 0 else "a card"


def line(fact: Event, names: list[str]) -> str:
    parts = []
    for f in fields(fact):  # type: ignore[arg-type]
        v = getattr(fact, f.name)
        if f.name in ("seat", "by", "target", "source", "victim") and isinstance(v, int):
            parts.append(names[v] if v >= 0 else "nobody")
        elif f.name in ("card", "cards", "cost") and v is not None:
            cards = v if isinstance(v, list) else [v]
            parts.append(", ".join(c if isinstance(c, str) else card(c) for c in cards))
        else:
            parts.append(str(v))
    return f"{type(fact).__name__}: {'; '.join(parts)}"


def table_text(view: View, names: list[str]) -> str:
    rows = [f"Turn {view.turn_number}, deck {view.deck_size}"]
    for s in view.seats:
        mark = "▶" if s.seat == view.turn else "·"
        rows.append(
            f"{mark} {names[s.seat]} {s.character} {s.role or '?'} ♥{s.life}/{s.max_life} hand {s.hand_size}"
            + (": " + ", ".join(card(c) for c in s.play) if s.play else "")
            + ("" if s.alive else " out")
        )
    return "\n".join(rows)


def hand_text(view: View, names: list[str]) -> str:
    assert view.viewer is not None
    me = view.seats[view.viewer]
    return f"{me.character}, {me.role}, ♥{me.life}\n" + ", ".join(card(c) for c in me.hand or [])


def prompt(view: View, names: list[str]) -> str:
    assert view.decision is not None
    d = view.decision
    return f"Answer: {d.kind} {d.card} {names[d.by] if d.by >= 0 else ''}"


def _steps(o: Option) -> list[tuple[object, ...]]:
    return [(o.verb, o.card, o.name), (o.as_, o.cost), (o.target,), (o.pick,)]


def walk(decision: Decision, path: tuple[int, ...]) -> list[Option]:
    left = list(decision.options)
    level = 0
    for choice in path:
        level, keys = _level(left, level)
        left = [o for o in left if _steps(o)[level] == keys[choice]]
        level += 1
    return left


def _level(left: list[Option], level: int) -> tuple[int, list[tuple[object, ...]]]:
    for at in range(level, 4):
        keys = list(dict.fromkeys(_steps(o)[at] for o in left))
        if len(keys) > 1 or at == 0:
            return at, keys
    return 4, []


def label(o: Option, level: int, names: list[str]) -> str:
    if level == 0:
        return " ".join(x for x in (o.verb, o.name, card(o.card) if o.card != NO_CARD else "") if x)
    if level == 1:
        return o.as_ or "with " + ", ".join(card(c) for c in o.cost)
    if level == 2:
        return names[o.target] if o.target != NOBODY else "nobody"
    return "hand" if o.pick == HAND else card(o.pick)


def buttons(decision: Decision, path: tuple[int, ...], prefix: str, names: list[str]) -> list[list[Button]]:
    left = walk(decision, path)
    level = 0
    rest = list(decision.options)
    for choice in path:
        level, keys = _level(rest, level)
        rest = [o for o in rest if _steps(o)[level] == keys[choice]]
        level += 1
    level, keys = _level(left, level)
    rows = []
    for i, key in enumerate(keys):
        example = next(o for o in left if _steps(o)[level] == key)
        rows.append([Button(text=label(example, level, names)[:60], data=prefix + ".".join(map(str, (*path, i))))])
    if path:
        rows.append([Button(text="Back", data=prefix + ".".join(map(str, path[:-1])))])
    return rows
