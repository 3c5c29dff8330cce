import type { ChildOptions, ExtensionContext } from "@tau/coding-agent";
import type { Agent } from "./agents/agent.ts";
import type { TaskSettings } from "./settings.ts";

type Model = NonNullable<ExtensionContext["model"]>;

export interface ModelChoice extends Pick<ChildOptions, "model" | "thinkingLevel"> {
  /** Says which requested model is not available. */
  readonly warning?: string;
}

export interface ModelSources {
  readonly available: readonly Model[];
  readonly active: Model | undefined;
  readonly settings: Pick<TaskSettings, "agentModelOverrides" | "modelRoles">;
}

const LEVEL = /:(off|minimal|low|medium|high|xhigh|max)$/;
/** The known roles. A role without a model in the settings uses the parent's model. */
const ROLES = new Set(["default", "smol", "slow", "plan", "vision"]);

/** Chooses the user's override for the agent, else the model of its file, else the parent's model: then `model` is absent. */
export function chooseModel(agent: Agent, { available, active, settings }: ModelSources): ModelChoice {
  const wanted = ownValue(settings.agentModelOverrides, agent.name) ?? agent.model;
  const level = agent.thinking === undefined ? {} : { thinkingLevel: agent.thinking };
  if (wanted === undefined) return level;
  for (const name of wanted.split(",")) {
    const role = name.trim().replace(/^(?:pi|tau|omp)\/|^role:/, "");
    const pattern = ownValue(settings.modelRoles, role) ?? name.trim();
    if (pattern === "inherit" || (ROLES.has(role) && ownValue(settings.modelRoles, role) === undefined)) return level;
    const model = findModel(available, active, pattern.replace(LEVEL, ""));
    const [, own] = LEVEL.exec(pattern) ?? [];
    if (model)
      return { ...(own ? { thinkingLevel: own as NonNullable<ModelChoice["thinkingLevel"]> } : {}), ...level, model };
  }
  return { ...level, warning: `There is no model "${wanted}" for ${agent.name}: it ran with the one in use.` };
}

/** An agent may have the name of something that every object has, such as `constructor`. */
function ownValue(values: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** Finds a model by its name, else by a part of it: models of the active provider first, then the newest name. */
function findModel(available: readonly Model[], active: Model | undefined, pattern: string): Model | undefined {
  const wanted = pattern.toLowerCase();
  const nameOf = ({ provider, id }: Model) => `${provider}/${id}`.toLowerCase();
  const exact = available.find((model) => nameOf(model) === wanted || model.id.toLowerCase() === wanted);
  if (exact || wanted === "") return exact;
  const isNear = (model: Model) => Number(model.provider === active?.provider);
  return available
    .filter((model) => nameOf(model).includes(wanted))
    .sort((a, b) => isNear(b) - isNear(a) || b.id.localeCompare(a.id, "en", { numeric: true }))[0];
}
