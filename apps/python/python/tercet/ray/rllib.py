"""RLlib: the environments under names that its configs take, with action masks as its new API stack reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tercet.errors import ConfigError

__all__ = ["masked_module", "multi_agent_config", "register"]

_GAMES = ("set", "triangle", "machi")


def register(prefix: str = "tercet") -> list[str]:
    """Registers the environments with RLlib: their names. It is called once, in the driver.

    `tercet-set`, `tercet-triangle` and `tercet-machi` are one learner's environments: observations are a dictionary of `observations` and
    `action_mask`, float32, as masking modules take them (`masked_module`). With `gym_env_vectorize_mode="vector_entry_point"` they are
    native batches. `tercet-machi-multi` is a table of 2 to 5 learners. `env_config` takes what `tercet.envs` takes, and for the table what
    `tercet.machi.env` takes.
    """
    try:
        from ray.tune.registry import register_env
    except ImportError as error:
        raise ModuleNotFoundError("RLlib is missing: pip install 'ray[rllib]' torch", name="ray.rllib") from error
    names = [f"{prefix}-{game}" for game in _GAMES]
    for name, game in zip(names, _GAMES, strict=True):
        register_env(name, _creator(game))
    register_env(f"{prefix}-machi-multi", _table)
    return [*names, f"{prefix}-machi-multi"]


def _creator(game: str) -> Callable[[Mapping[str, Any]], Any]:
    def create(config: Mapping[str, Any]) -> Any:
        from gymnasium.vector import AutoresetMode

        from tercet import envs

        options = {"obs_format": "rllib", **config}
        if options["obs_format"] not in ("rllib", "array"):
            raise ConfigError(f"obs_format: RLlib reads `rllib`, with masks, or `array`, not `{options['obs_format']}`")
        many = "num_envs" in options
        if many:
            # RLlib takes it for granted that an episode's end is followed by a step that resets.
            options["autoreset_mode"] = AutoresetMode.NEXT_STEP
        return getattr(envs, f"make_{game}_vec" if many else f"make_{game}")(**options)

    return create


def _table(config: Mapping[str, Any]) -> Any:
    from tercet.ray._table import MachiTable

    return MachiTable(**config)


def masked_module(hiddens: tuple[int, ...] = (256, 256)) -> Any:
    """A module for PPO that never takes an action that its mask does not have: for `PPOConfig().rl_module(rl_module_spec=…)`."""
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

    config = {"head_fcnet_hiddens": [], "fcnet_hiddens": list(hiddens), "fcnet_activation": "relu"}
    return RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config=config)


def multi_agent_config(config: Any, hiddens: tuple[int, ...] = (256, 256)) -> Any:
    """A config of PPO for `tercet-machi-multi` in which all seats play and learn by one masked policy."""
    from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec

    modules = MultiRLModuleSpec(rl_module_specs={"shared": masked_module(hiddens)})
    mapped = config.multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, episode, **_: "shared")
    return mapped.rl_module(rl_module_spec=modules)
