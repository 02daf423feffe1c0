"""Many battles of one scenario, stepped together."""

from __future__ import annotations

import os
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ..scenario import Scenario
from ._seats import Floats, Mask, Seats, pilots, side_number


class SideVectorEnv(gymnasium.vector.VectorEnv[Floats, NDArray[np.int64], NDArray[Any]]):
    """So many games of `SideEnv`, stepped on threads of the engine.

    Python's lock is not held meanwhile. A game that is over begins again at
    the next step, whose action and reward then mean nothing (gymnasium's
    `NEXT_STEP`).

    >>> import fracas
    >>> from fracas.agents import SideVectorEnv
    >>> envs = SideVectorEnv(fracas.new("battlescape"), 4, opponent="idle")
    >>> observations, infos = envs.reset(seed=7)
    >>> observations.shape[0], infos["action_mask"].shape[0]
    (4, 4)
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        scenario: Scenario,
        num_envs: int,
        *,
        side: str = "player",
        opponent: str = "ai",
        max_steps: int = 2000,
        threads: int | None = None,
    ) -> None:
        self.num_envs = num_envs
        self.side = side_number(side)
        workers = threads or os.cpu_count() or 1
        self._seats = Seats(scenario, pilots(self.side, opponent), num_envs, workers)
        self.single_observation_space = self._seats.observation_space(self.side)
        self.single_action_space = self._seats.action_space(self.side)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.action_names = self._seats.games.action_names(self.side)
        self.observed = self._seats.games.observed(self.side)
        self._max_steps = max_steps
        self._steps = np.zeros(num_envs, dtype=np.int64)
        self._done = np.zeros(num_envs, dtype=np.bool_)

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Floats, dict[str, Any]]:
        """Begins all games: with this seed and those after it, or with one each."""
        first = seed if isinstance(seed, int) else None
        super().reset(seed=first)
        if isinstance(seed, list):
            dice = [self._fresh() if one is None else one for one in seed]
        elif first is not None:
            dice = [first + game for game in range(self.num_envs)]
        else:
            dice = [self._fresh() for _ in range(self.num_envs)]
        self._seats.games.reset(list(enumerate(dice)))
        self._steps[:] = 0
        self._done[:] = False
        return self._seats.observations(self.side), {"action_mask": self.action_masks()}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Floats, Floats, NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Gives an order in every game."""
        begun = self._done.copy()
        orders = np.where(begun, -1, actions)
        self._seats.games.step(orders.tolist())
        if begun.any():
            again = [(int(game), self._fresh()) for game in np.flatnonzero(begun)]
            self._seats.games.reset(again)
        self._steps = np.where(begun, 0, self._steps + 1)
        over = self._seats.over()
        cut = (self._steps >= self._max_steps) & ~over
        rewards = np.where(begun, np.float32(0), self._seats.rewards(self.side))
        self._done = over | cut
        infos = {"action_mask": self.action_masks()}
        return self._seats.observations(self.side), rewards, over, cut, infos

    def action_masks(self) -> Mask:
        """Which actions are possible in each game: 1 or 0."""
        return self._seats.masks(self.side)

    def outcome(self, game: int) -> str | None:
        """How a game ended, once it has."""
        return self._seats.games.outcome(game)

    def _fresh(self) -> int:
        return int(self.np_random.integers(2**53))
