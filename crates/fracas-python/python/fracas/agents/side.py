"""One side of a battle as a gymnasium environment."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

from ..scenario import Scenario
from ._seats import Floats, Mask, Seats, pilots, side_number


class SideEnv(gymnasium.Env[Floats, np.int64]):
    """A side of `battlescape`, or the hero of `andor`, stepped unit by unit.

    The other side is ordered by the game's own AI, or stands `idle`. An action
    is one order of the unit that acts; `action_names` tells which. The reward
    is what the order and all that followed did to the share of hit points of
    both sides, and 1 for a victory, -1 for any other end. An impossible action
    is refused; `info["action_mask"]` tells which are possible.

    >>> import fracas
    >>> from fracas.agents import SideEnv
    >>> env = SideEnv(fracas.new("battlescape"), opponent="idle")
    >>> observation, info = env.reset(seed=7)
    >>> env.action_names[0], bool(info["action_mask"][0])
    ('end', True)
    >>> observation, reward, terminated, truncated, info = env.step(0)
    >>> terminated
    False
    """

    metadata = {"render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        scenario: Scenario,
        *,
        side: str = "player",
        opponent: str = "ai",
        max_steps: int = 2000,
        strict: bool = True,
    ) -> None:
        """Without `strict` an impossible action ends the unit's turn instead."""
        self.side = side_number(side)
        self._seats = Seats(scenario, pilots(self.side, opponent), 1, 1)
        self.observation_space = self._seats.observation_space(self.side)
        self.action_space = self._seats.action_space(self.side)
        self.action_names = self._seats.games.action_names(self.side)
        self.observed = self._seats.games.observed(self.side)
        self._max_steps = max_steps
        self._strict = strict
        self._steps = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Begins a battle; its dice come from the seed, or from the last one given."""
        super().reset(seed=seed)
        dice = int(self.np_random.integers(2**53)) if seed is None else seed
        self._seats.games.reset([(0, dice)])
        self._steps = 0
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Floats, float, bool, bool, dict[str, Any]]:
        """Gives an order and has the battle fought up to the next decision."""
        if not self._strict and not self.action_masks()[action]:
            action = 0
        self._seats.games.step([int(action)])
        self._steps += 1
        over = bool(self._seats.over()[0])
        cut = self._steps >= self._max_steps and not over
        reward = float(self._seats.rewards(self.side)[0])
        return self._observation(), reward, over, cut, self._info()

    def action_masks(self) -> Mask:
        """Which actions are possible now: 1 or 0."""
        mask: Mask = self._seats.masks(self.side)[0]
        return mask

    def advice(self) -> int | None:
        """What the game's own AI would do, if that is one of the actions."""
        return self._seats.games.advice(0)

    def _observation(self) -> Floats:
        known: Floats = self._seats.observations(self.side)[0]
        return known

    def _info(self) -> dict[str, Any]:
        outcome = self._seats.games.outcome(0)
        told: dict[str, Any] = {"action_mask": self.action_masks()}
        return told if outcome is None else {**told, "outcome": outcome}
