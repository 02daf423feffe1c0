"""Battles stepped by agents, through one side's view.

`SideEnv` is a gymnasium environment for one side, `SideVectorEnv` many of
them stepped together without the interpreter's lock, and `TwoSidesEnv` a
pettingzoo environment for both sides of a battle. What a side does not see is
in no observation; which actions are possible is in every `info["action_mask"]`.
"""

from .side import SideEnv
from .two_sides import TwoSidesEnv
from .vector import SideVectorEnv

__all__ = ["SideEnv", "SideVectorEnv", "TwoSidesEnv"]
