import { RequestError, type SessionConfigOption, type SessionModeState } from "@agentclientprotocol/sdk";
import { getSupportedThinkingLevels, type Model, type ModelThinkingLevel } from "@tau/ai";
import type { ExtensionAPI, PermissionMode, ServedSession } from "@tau/coding-agent";

export interface ConfiguredSession {
  readonly pi: Pick<ExtensionAPI, "permissions" | "setModel" | "getThinkingLevel" | "setThinkingLevel">;
  readonly session: Pick<ServedSession, "model" | "models" | "context">;
}

const MODES: Readonly<Record<PermissionMode, { readonly name: string; readonly description: string }>> = {
  plan: { name: "Plan", description: "Only reads" },
  ask: { name: "Ask", description: "Asks before each change, command and host" },
  auto: { name: "Auto", description: "Asks where neither the workspace nor the sandbox limits the effect" },
  yolo: { name: "Yolo", description: "Never asks" },
};

const modes = Object.entries(MODES).map(([id, mode]) => ({ id, ...mode }));

/** The permission modes, for clients that do not know options. */
export async function modeState({ pi }: ConfiguredSession): Promise<SessionModeState> {
  return { currentModeId: await pi.permissions.getMode(), availableModes: modes };
}

/** All options, the most important first. */
export async function configOptions(configured: ConfiguredSession): Promise<SessionConfigOption[]> {
  const { pi, session } = configured;
  const { currentModeId } = await modeState(configured);
  const levels = getSupportedThinkingLevels(session.model);
  const thinking: SessionConfigOption = {
    ...{ type: "select", id: "thinking", name: "Thinking", category: "thought_level" },
    currentValue: pi.getThinkingLevel(),
    options: levels.map((level) => ({ value: level, name: level })),
  };
  return [
    {
      ...{ type: "select", id: "mode", name: "Permission mode", category: "mode", currentValue: currentModeId },
      options: modes.map(({ id, name, description }) => ({ value: id, name, description })),
    },
    {
      ...{ type: "select", id: "model", name: "Model", category: "model", currentValue: nameOf(session.model) },
      options: (await offeredModels(session)).map((model) => ({
        value: nameOf(model),
        name: model.name,
        description: model.provider,
      })),
    },
    ...(levels.length > 1 ? [thinking] : []),
  ];
}

/** Changes an option. Throws if there is no such option or value. */
export async function setConfigOption(configured: ConfiguredSession, id: string, value: unknown): Promise<void> {
  const option = (await configOptions(configured)).find((each) => each.id === id);
  if (!option) throw RequestError.invalidParams(undefined, `There is no option ${id}.`);
  const isOffered = "options" in option && option.options.some((each) => "value" in each && each.value === value);
  if (!isOffered) throw RequestError.invalidParams(undefined, `${id} cannot be ${String(value)}.`);
  const { pi, session } = configured;
  if (id === "thinking") pi.setThinkingLevel(value as ModelThinkingLevel);
  else if (id === "model") await setModel(configured, await offeredModels(session), String(value));
  else await setMode(pi, value as PermissionMode);
}

async function setModel({ pi }: ConfiguredSession, models: readonly Model[], name: string): Promise<void> {
  const model = models.find((each) => nameOf(each) === name);
  if (!model || !(await pi.setModel(model)))
    throw RequestError.invalidParams(undefined, `There are no credentials for ${name}.`);
}

/** An administrator may have limited the modes. */
async function setMode({ permissions }: ConfiguredSession["pi"], mode: PermissionMode): Promise<void> {
  permissions.setMode(mode);
  if ((await permissions.getMode()) !== mode)
    throw RequestError.invalidParams(undefined, `The permission mode ${mode} is not allowed here.`);
}

/** The models that the user has scoped, otherwise all that can be used. The current one is always among them. */
async function offeredModels(session: ConfiguredSession["session"]): Promise<readonly Model[]> {
  const { model } = session;
  const scoped = session.context().scopedModels.map((each) => each.model);
  const offered = scoped.length > 0 ? scoped : await session.models();
  return offered.some((each) => nameOf(each) === nameOf(model)) ? offered : [model, ...offered];
}

function nameOf({ provider, id }: Model): string {
  return `${provider}/${id}`;
}
