"""The figures of ``bang simulate --latency`` as a picture."""

import sys
from pathlib import Path
from typing import Any


def draw(report: dict[str, dict[str, float]], players: int, path: Path) -> None:
    """Writes a PNG with a bar for each case: days a game, waits a turn. Ends the program if matplotlib is missing."""
    try:
        import matplotlib as mpl
    except ImportError:
        print("bang simulate: --plot needs matplotlib: pip install 'bang-by-message[plot]'", file=sys.stderr)
        raise SystemExit(2) from None
    mpl.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
    for axis, key, title in zip(
        axes, ("days_per_game", "waits_per_turn"), ("days a game", "waits a turn"), strict=True
    ):
        _bars(axis, report, key, title)
    figure.suptitle(f"BANG! by message, {players} players")
    figure.savefig(path, dpi=120)
    plt.close(figure)


def _bars(axis: Any, report: dict[str, dict[str, float]], key: str, title: str) -> None:
    cases = list(report)
    values = [report[case][key] for case in cases]
    colours = ["#8c8c8c" if case == "off" else "#b5651d" if case == "all" else "#d9b38c" for case in cases]
    bars = axis.barh(cases[::-1], values[::-1], color=colours[::-1])
    axis.bar_label(bars, fmt="%.2f", padding=3)
    axis.set_title(title)
    axis.spines[["top", "right"]].set_visible(False)
    axis.margins(x=0.15)
