"""What all environments share: games of the engine as arrays."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from .. import _engine
from ..scenario import Scenario

SIDES = ("player", "enemy")
"""The sides of a battle; the hero of andor is the player."""

Floats = NDArray[np.float32]
Mask = NDArray[np.int8]


class Seats:
    """Games of one scenario, told as arrays with a row for each."""

    def __init__(
        self, scenario: Scenario, pilots: tuple[str, str], count: int, threads: int
    ) -> None:
        self.games = _engine.Games(scenario.copy()._engine, pilots, count, threads)
        self.count = count

    def observations(self, side: int) -> Floats:
        """What a side knows."""
        told: Floats = np.frombuffer(self.games.observe(side), dtype=np.float32).copy()
        return told.reshape(self.count, -1)

    def masks(self, side: int) -> Mask:
        """Which actions are possible."""
        told: Mask = np.frombuffer(self.games.masks(side), dtype=np.int8).copy()
        return told.reshape(self.count, -1)

    def rewards(self, side: int) -> Floats:
        """What has changed for a side."""
        told: Floats = np.frombuffer(self.games.rewards(side), dtype=np.float32).copy()
        return told

    def over(self) -> NDArray[np.bool_]:
        """Which games are over."""
        told: NDArray[np.bool_] = np.frombuffer(self.games.over(), dtype=np.bool_).copy()
        return told

    def observation_space(self, side: int) -> Any:
        """The numbers that a side observes: shares and distances, small ones."""
        numbers = len(self.games.observed(side))
        return gymnasium.spaces.Box(-10, 10, (numbers,), np.float32)

    def action_space(self, side: int) -> Any:
        """All actions, possible or not."""
        return gymnasium.spaces.Discrete(self.games.actions(side))


def side_number(side: str) -> int:
    """The place of a side."""
    if side not in SIDES:
        raise ValueError(f"there is no side {side!r}; known are {', '.join(SIDES)}")
    return SIDES.index(side)


def pilots(side: int, opponent: str) -> tuple[str, str]:
    """Who orders the two sides, where an agent orders one."""
    return ("agent", opponent) if side == 0 else (opponent, "agent")
