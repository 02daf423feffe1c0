"""Trains a squad of four to beat one that stands idle, with numpy alone.

A linear policy over what the squad sees, taught by policy gradients with a
linear baseline: some seconds on one core. Run it as
`python examples/python/train_squad.py`.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import fracas
import numpy as np
from fracas.agents import SideVectorEnv
from numpy.typing import NDArray

YARD = """
ruleset = "battlescape"
name = "Drill yard"

[map]
rows = '''
P , , , , , , , , , E
 P , , b , , , b , , E
P , , , , n , , , , E
 P , , , , n , , , , E
P , , b , , , b , , E
'''
base = "grass"
zones = { P = "west", E = "east" }

[[squad]]
side = "player"
spawn = "west"
units = [{ class = "rifleman", count = 4 }]

[[squad]]
side = "enemy"
spawn = "east"
units = [{ class = "rifleman", count = 4 }]

[[objective]]
kind = "eliminate"
primary = true
"""

Array = NDArray[Any]
STEPS = 240
"""So many orders a battle may take: a squad that dawdles has not won."""


class Policy:
    """Scores of actions, and the worth of a state, linear in what is seen."""

    def __init__(self, inputs: int, actions: int) -> None:
        self.weights = np.zeros((inputs + 1, actions))
        self.worth = np.zeros(inputs + 1)

    @staticmethod
    def seen(observations: Array) -> Array:
        """The observations, and a constant."""
        return np.hstack([observations, np.ones((len(observations), 1))])

    def chances(self, seen: Array, masks: Array) -> Array:
        """How likely each action is taken; those that are impossible never."""
        scores = np.where(masks > 0, seen @ self.weights, -np.inf)
        scores -= scores.max(axis=1, keepdims=True)
        likely = np.exp(scores)
        return likely / likely.sum(axis=1, keepdims=True)


def pick(random: np.random.Generator, chances: Array) -> Array:
    """An action of each row, as likely as the row says."""
    thrown = random.random((len(chances), 1))
    return np.minimum((chances.cumsum(axis=1) < thrown).sum(axis=1), chances.shape[1] - 1)


def wins(policy: Policy, scenario: fracas.Scenario, battles: int, seed: int) -> float:
    """The share of battles against the idle side that the policy wins."""
    envs = SideVectorEnv(scenario, battles, opponent="idle", max_steps=STEPS, threads=1)
    random = np.random.default_rng(seed)
    observations, infos = envs.reset(seed=1_000_000 + seed)
    won = np.zeros(battles, dtype=bool)
    live = np.ones(battles, dtype=bool)
    while live.any():
        masks = infos["action_mask"].copy()
        masks[masks.sum(axis=1) == 0, 0] = 1
        chances = policy.chances(policy.seen(observations), masks)
        observations, _, over, cut, infos = envs.step(pick(random, chances))
        for game in np.flatnonzero(over & live):
            won[game] = envs.outcome(int(game)) == "victory"
        live &= ~(over | cut)
    return float(won.mean())


def train(seconds: float = 60.0, rounds: int = 40, seed: int = 7) -> dict[str, float]:
    """Trains for so many rounds, or seconds, whichever is less."""
    scenario = fracas.load(YARD)
    games, horizon, discount = 64, 32, 0.99
    envs = SideVectorEnv(scenario, games, opponent="idle", max_steps=STEPS, threads=1)
    policy = Policy(len(envs.observed), len(envs.action_names))
    before = wins(policy, scenario, 200, seed)
    random = np.random.default_rng(seed)
    observations, infos = envs.reset(seed=seed)
    begun, steps = time.perf_counter(), 0
    for _ in range(rounds):
        if time.perf_counter() - begun > seconds:
            break
        told: list[tuple[Array, ...]] = []
        for _ in range(horizon):
            seen, masks = policy.seen(observations), infos["action_mask"].copy()
            real = masks.sum(axis=1) > 0
            masks[~real, 0] = 1
            chances = policy.chances(seen, masks)
            actions = pick(random, chances)
            observations, rewards, over, cut, infos = envs.step(actions)
            told.append((seen, chances, actions, rewards, over | cut, real))
            steps += games
        learn(policy, told, policy.seen(observations), discount)
    took = time.perf_counter() - begun
    after = wins(policy, scenario, 200, seed)
    return {"before": before, "after": after, "seconds": took, "steps": float(steps)}


def learn(policy: Policy, told: list[tuple[Array, ...]], last: Array, discount: float) -> None:
    """Makes what went better than expected likelier."""
    returns = last @ policy.worth
    rows: list[tuple[Array, ...]] = []
    for seen, chances, actions, rewards, over, real in reversed(told):
        returns = rewards - 0.002 + discount * np.where(over, 0.0, returns)
        rows.append((seen[real], chances[real], actions[real], returns[real]))
    seen, chances, actions, gains = (np.concatenate(part) for part in zip(*rows))
    better = gains - seen @ policy.worth
    wanted = -chances
    wanted[np.arange(len(actions)), actions] += 1.0
    better = better / (better.std() + 1e-6)
    policy.weights += 0.5 * seen.T @ (wanted * better[:, None]) / len(seen)
    policy.worth += 0.02 * seen.T @ (gains - seen @ policy.worth) / len(seen)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seed", type=int, default=7)
    found = train(**vars(parser.parse_args()))
    print(
        f"won {found['before']:.1%} of the battles before and {found['after']:.1%} after "
        f"{found['steps']:,.0f} orders in {found['seconds']:.0f} seconds"
    )
