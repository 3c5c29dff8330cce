import type { Agent } from "@tau/agent";
import type { SettingsStore } from "../settings/index.ts";

/** The agent's own settings, as they are now. */
export function agentSettings(settings: Pick<SettingsStore, "get">) {
  return {
    steeringMode: settings.get("steeringMode"),
    followUpMode: settings.get("followUpMode"),
    interruptMode: settings.get("interruptMode"),
    transport: settings.get("transport"),
    thinkingBudgets: settings.get("thinkingBudgets") ?? {},
  };
}

/** Keeps the agent at its settings: a change takes effect at once. Returns how to stop. */
export function followSettings(agent: Agent, settings: SettingsStore): () => void {
  const apply = () => void Object.assign(agent, agentSettings(settings));
  const paths = ["steeringMode", "followUpMode", "interruptMode", "transport", "thinkingBudgets"] as const;
  const stops = paths.map((path) => settings.onChange(path, apply));
  return () => {
    for (const stop of stops) stop();
  };
}
