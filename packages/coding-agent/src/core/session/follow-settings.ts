import type { Agent } from "@tau/agent";
import type { SettingsStore } from "../settings/index.ts";

/** Returns the current values of the agent's settings. */
export function agentSettings(settings: Pick<SettingsStore, "get">) {
  return {
    steeringMode: settings.get("steeringMode"),
    followUpMode: settings.get("followUpMode"),
    interruptMode: settings.get("interruptMode"),
    transport: settings.get("transport"),
    thinkingBudgets: settings.get("thinkingBudgets") ?? {},
  };
}

/** Applies changed settings to the agent at once. Returns a function that stops this. */
export function followSettings(agent: Agent, settings: SettingsStore): () => void {
  const apply = () => void Object.assign(agent, agentSettings(settings));
  const paths = ["steeringMode", "followUpMode", "interruptMode", "transport", "thinkingBudgets"] as const;
  const stops = paths.map((path) => settings.onChange(path, apply));
  return () => {
    for (const stop of stops) stop();
  };
}
