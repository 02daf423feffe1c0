"""A combat engine and battle laboratory.

>>> import fracas
>>> ford = fracas.Scenario(
...     "olympia",
...     attacker={"stack": [{"noble": "Osswid", "men": {"pikeman": 12}}]},
...     defender={"stack": [{"noble": "Feasel", "men": {"knight": 9}}]},
... )
>>> ford.odds()
<Odds olympia: the defender wins in 90.5 %, the attacker wins in 9.5 % of all battles, exactly.>
>>> odds = ford.odds(trials=1000, seed=7)
>>> odds["attacker"].p, odds["attacker"].example
(0.088, 8)
>>> ford.run(seed=7, trial=odds["attacker"].example).outcome
'attacker'

Scenarios are loaded from files or texts (`load`), or made (`Scenario`); the
laboratory asks about many battles (`sweep`, `solve`, `compare`, `matrix`,
`best`); `fracas.agents` plays them step by step, and `fracas.ray` spreads the
same questions over a cluster. Numbers are those of the command line.
"""

from ._engine import VERSION as __version__
from .answers import Best, Chance, Comparison, Estimate, Matrix, Odds, Run, Solved, Swept
from .errors import Diagnostic, FracasError, QuestionError, ScenarioError, StoreError
from .lab import best, compare, matrix, solve, sweep
from .result import Result
from .scenario import Scenario, load, new, rulesets

__all__ = [
    "Best",
    "Chance",
    "Comparison",
    "Diagnostic",
    "Estimate",
    "FracasError",
    "Matrix",
    "Odds",
    "QuestionError",
    "Result",
    "Run",
    "Scenario",
    "ScenarioError",
    "Solved",
    "StoreError",
    "Swept",
    "__version__",
    "best",
    "compare",
    "load",
    "matrix",
    "new",
    "rulesets",
    "solve",
    "sweep",
]
