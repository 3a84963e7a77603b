"""A random agent in each environment: the loop of Gymnasium, with masks."""

import gymnasium as gym
import tercet  # registers the environments


def play(name: str, episodes: int = 3) -> None:
    """Plays some episodes and prints what came of them."""
    env = gym.make(name)
    for seed in range(episodes):
        env.reset(seed=seed)
        steps, total, over = 0, 0.0, False
        while not over:
            # A uniform draw from the mask; env.action_space.sample(info["action_mask"]) does the same slowly.
            action = env.unwrapped.sample_legal()
            _, reward, terminated, truncated, _ = env.step(action)
            steps, total, over = steps + 1, total + reward, terminated or truncated
        print(f"{name:<22} seed {seed}: {steps:>4} steps, return {total:8.3f}")
    env.close()


if __name__ == "__main__":
    print(f"tercet {tercet.__version__}")
    for name in ("tercet/Set-v0", "tercet/Triangle-v0", "tercet/Machi-v0"):
        play(name)
