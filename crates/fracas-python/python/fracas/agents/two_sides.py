"""Both sides of a battle as a pettingzoo environment."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from ..scenario import Scenario
from ._seats import SIDES, Floats, Seats


class TwoSidesEnv(AECEnv[str, dict[str, Any], "int | None"]):
    """Player and enemy of `battlescape`, each through its own fog.

    An observation is a dictionary: the numbers under ``observation``, what is
    possible under ``action_mask``. Whoever is to order acts as often as its
    units can; then the other does.

    >>> import fracas
    >>> from fracas.agents import TwoSidesEnv
    >>> env = TwoSidesEnv(fracas.new("battlescape"))
    >>> env.reset(seed=7)
    >>> env.agent_selection
    'player'
    """

    metadata = {  # noqa: RUF012
        "name": "fracas_two_sides_v0",
        "is_parallelizable": False,
        "render_modes": [],
    }

    def __init__(self, scenario: Scenario, *, max_steps: int = 4000) -> None:
        super().__init__()
        self.possible_agents = list(SIDES)
        self.render_mode = None
        self._seats = Seats(scenario, ("agent", "agent"), 1, 1)
        self._max_steps = max_steps
        self._steps = 0
        self._random = np.random.default_rng(0)
        self.observation_spaces = {
            side: gymnasium.spaces.Dict(
                {
                    "observation": self._seats.observation_space(number),
                    "action_mask": gymnasium.spaces.Box(
                        0, 1, (self._seats.games.actions(number),), np.int8
                    ),
                }
            )
            for number, side in enumerate(SIDES)
        }
        self.action_spaces = {
            side: self._seats.action_space(number) for number, side in enumerate(SIDES)
        }
        self.action_names = {
            side: self._seats.games.action_names(number) for number, side in enumerate(SIDES)
        }

    def observation_space(self, agent: str) -> Any:
        """What a side observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """All actions of a side."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a battle."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        dice = int(self._random.integers(2**53)) if seed is None else seed
        self._seats.games.reset([(0, dice)])
        self._steps = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_decide() or SIDES[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """What a side knows, and what it can do if it is to order."""
        side = SIDES.index(agent)
        known: Floats = self._seats.observations(side)[0]
        return {"observation": known, "action_mask": self._seats.masks(side)[0]}

    def step(self, action: int | None) -> None:
        """Gives an order."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("a side that is to order needs an action")
        self._cumulative_rewards[agent] = 0.0
        self._seats.games.step([int(action)])
        self._steps += 1
        over = bool(self._seats.over()[0])
        cut = self._steps >= self._max_steps and not over
        for side, name in enumerate(SIDES):
            self.rewards[name] = float(self._seats.rewards(side)[0])
            self.terminations[name] = over
            self.truncations[name] = cut
        if over:
            outcome = self._seats.games.outcome(0)
            self.infos = {name: {"outcome": outcome} for name in self.agents}
        self.agent_selection = self._to_decide() or agent
        self._accumulate_rewards()

    def _to_decide(self) -> str | None:
        side = self._seats.games.to_decide(0)
        return None if side is None else SIDES[side]
