"""Battles stepped from Python: masks, fog, seeds, checkers."""

from __future__ import annotations

import importlib.util
import warnings
from typing import Any

import fracas
import numpy as np
import pytest
from conftest import EXAMPLES, ROOT
from fracas.agents import SideEnv, SideVectorEnv, TwoSidesEnv

YARD = fracas.load(EXAMPLES / "battlescape/mirror_yard.toml")
WOLVES = fracas.load(EXAMPLES / "andor/wolves.toml")


def played(env: SideEnv, seed: int, steps: int) -> list[Any]:
    """What comes of random possible actions."""
    random = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    told: list[Any] = [observation.tobytes()]
    for _ in range(steps):
        possible = np.flatnonzero(info["action_mask"])
        observation, reward, over, cut, info = env.step(random.choice(possible))
        told.append((observation.tobytes(), reward, over, info.get("outcome")))
        if over or cut:
            break
    return told


@pytest.mark.parametrize(
    "file",
    ["crash_site", "farmhouse", "mirror_yard", "night_hold", "skirmish", "mirror_woods"],
)
@pytest.mark.parametrize("side", ["player", "enemy"])
def test_what_the_mask_allows_is_done(file: str, side: str) -> None:
    # A strict environment raises for an action that the rules refuse.
    scenario = fracas.load(EXAMPLES / f"battlescape/{file}.toml")
    for opponent in ("idle", "ai"):
        env = SideEnv(scenario, side=side, opponent=opponent)
        for seed in range(3):
            played(env, seed, 400)


@pytest.mark.parametrize("file", ["cave_crawl", "cornered", "duel", "venom", "wolves"])
def test_heroes_too(file: str) -> None:
    env = SideEnv(fracas.load(EXAMPLES / f"andor/{file}.toml"))
    for seed in range(5):
        assert played(env, seed, 2000)[-1][2], "a battle comes to its end"


@pytest.mark.parametrize("scenario", [YARD, WOLVES])
def test_the_same_seed_is_the_same_battle(scenario: fracas.Scenario) -> None:
    env = SideEnv(scenario)
    assert played(env, 5, 300) == played(SideEnv(scenario), 5, 300)
    assert played(env, 5, 300) != played(env, 6, 300)


def test_a_hero_who_takes_advice_fights_the_battle_of_that_seed() -> None:
    for seed in range(5):
        env = SideEnv(WOLVES)
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            advised = env.advice()
            assert advised is not None
            _, _, over, _, info = env.step(advised)
        assert info["outcome"] == WOLVES.run(seed=seed).outcome


def test_what_is_not_seen_is_in_no_observation() -> None:
    env = SideEnv(YARD, opponent="idle")
    names = env.observed
    seen = [place for place, name in enumerate(names) if name.endswith(": seen")]
    remembered = [place for place, name in enumerate(names) if name.endswith(": remembered")]
    told = [place for place, name in enumerate(names) if name.split(":")[0] in foes(names, seen)]
    observation, _ = env.reset(seed=3)
    assert not observation[seen].any() and not observation[remembered].any()
    # The enemy spawns elsewhere with every seed; whoever sees nobody is told nothing.
    assert not observation[told].any()


def foes(names: list[str], seen: list[int]) -> set[str]:
    return {names[place].split(":")[0] for place in seen}


def test_impossible_actions_are_refused() -> None:
    env = SideEnv(YARD)
    _, info = env.reset(seed=1)
    impossible = int(np.flatnonzero(info["action_mask"] == 0)[0])
    with pytest.raises(fracas.QuestionError):
        env.step(impossible)
    with pytest.raises(ValueError, match="known are player, enemy"):
        SideEnv(YARD, side="neutral")
    with pytest.raises(fracas.QuestionError, match="no environment|cannot be played|play"):
        SideEnv(fracas.new("olympia"))


@pytest.mark.parametrize("scenario", [YARD, WOLVES])
def test_gymnasium_is_content(scenario: fracas.Scenario) -> None:
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = SideEnv(scenario, opponent="ai", strict=False)
        check_env(env, skip_render_check=True)


def test_pettingzoo_is_content() -> None:
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings():
        # It would have all agents numbered, and observations without masks.
        warnings.simplefilter("ignore")
        api_test(TwoSidesEnv(YARD), num_cycles=1000)
        seed_test(lambda: TwoSidesEnv(YARD), num_cycles=200)


def test_two_sides_play_to_the_end() -> None:
    env = TwoSidesEnv(YARD, max_steps=300)
    env.reset(seed=4)
    random = np.random.default_rng(4)
    sides = set()
    for agent in env.agent_iter():
        observation, _, over, cut, _ = env.last()
        if over or cut:
            env.step(None)
            continue
        sides.add(agent)
        env.step(int(random.choice(np.flatnonzero(observation["action_mask"]))))
    assert sides == {"player", "enemy"}


def test_many_games_are_the_single_ones() -> None:
    for threads in (1, 3):
        envs = SideVectorEnv(YARD, 5, threads=threads)
        singles = [SideEnv(YARD) for _ in range(5)]
        observations, infos = envs.reset(seed=9)
        for game, env in enumerate(singles):
            assert (env.reset(seed=9 + game)[0] == observations[game]).all()
        for _ in range(60):
            masks = infos["action_mask"]
            actions = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
            observations, rewards, over, _, infos = envs.step(actions)
            for game, env in enumerate(singles):
                alone = env.step(actions[game])
                assert (alone[0] == observations[game]).all() and alone[1] == rewards[game]
            if over.any():
                break


def test_games_begin_again() -> None:
    envs = SideVectorEnv(WOLVES, 3)
    _, infos = envs.reset(seed=2)
    begun = 0
    was_over = np.zeros(3, dtype=bool)
    for _ in range(300):
        masks = infos["action_mask"]
        actions = masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)
        _, rewards, over, cut, infos = envs.step(actions)
        assert not rewards[was_over].any()
        begun += int(was_over.sum())
        was_over = over | cut
    assert begun > 3


def test_a_squad_learns_to_beat_the_idle_side() -> None:
    file = ROOT / "examples/python/train_squad.py"
    spec = importlib.util.spec_from_file_location("train_squad", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = module.train(seconds=float("inf"), rounds=15, seed=7)
    assert found["after"] > 0.9 > found["before"]
