import type { SessionLog } from "@tau/agent";
import { demoModel, type Model, type ModelThinkingLevel } from "@tau/ai";
import { usualKeyVariable } from "../../auth/usual-key-variable.ts";
import {
  findInitialModel,
  initialThinkingLevel,
  isThinkingLevel,
  type ModelRegistry,
  type ScopedModel,
} from "../../models/index.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { AgentSessionError } from "../session-error.ts";
import { virtualSelection } from "./virtual-selection.ts";

export interface ModelWishes {
  /** Default: the session's model, then the one from settings, credentials or local servers. */
  readonly model?: Model | undefined;
  /** Default: the session's level, then the settings' level for the model, then their general level. */
  readonly thinkingLevel?: ModelThinkingLevel | undefined;
  readonly scopedModels?: readonly ScopedModel[];
  /**
   * What to do if no model is configured: answer with the built-in demonstration, fail, or fail at the first prompt, so that a program can
   * set a model first. Default: `fail-at-prompt`.
   */
  readonly withoutModel?: "demo" | "fail" | "fail-at-prompt" | undefined;
}

export interface ChosenModel {
  readonly model: Model;
  readonly thinkingLevel: ModelThinkingLevel;
  readonly fallbackMessage?: string;
  readonly foundServer?: string;
  /** Whether the model is the one that the log names. */
  readonly isRestored?: boolean;
  /** Whether the log names no model yet. */
  readonly isFirst: boolean;
  /** Set if no model is configured, so that `model` is only a placeholder that cannot answer. Says what to do about it. */
  readonly missing?: string;
}

/** Returns the model that a session starts with. */
export async function chooseModel(
  log: SessionLog,
  { models, settings }: Workspace,
  { model, thinkingLevel = levelOf(log), scopedModels = [], withoutModel }: ModelWishes,
): Promise<ChosenModel> {
  const saved = virtualSelection(log, models) ?? log.getContextState().model;
  const isFirst = !saved && !log.hasMessages();
  if (model) return { model, thinkingLevel: thinkingLevel ?? initialThinkingLevel(model, settings), isFirst };
  const sources = { registry: models, settings, scopedModels, saved: saved ?? undefined };
  const found = await findInitialModel({ ...sources, demo: withoutModel === "demo" });
  if (!found.model) {
    const missing = noModelText(found.fallbackMessage, models);
    if (withoutModel === "fail") throw new AgentSessionError("no-model", missing);
    return { model: demoModel, thinkingLevel: thinkingLevel ?? found.thinkingLevel, isFirst: false, missing };
  }
  const isRestored = found.model.provider === saved?.provider && found.model.id === saved.modelId;
  return { ...found, model: found.model, thinkingLevel: thinkingLevel ?? found.thinkingLevel, isRestored, isFirst };
}

/** Throws if the model cannot be used, with a message that says what to do. */
export function checkModel(model: Model, models: ModelRegistry, { missing }: Pick<ChosenModel, "missing">): void {
  if (missing !== undefined && model.provider === demoModel.provider) throw new AgentSessionError("no-model", missing);
  if (models.hasConfiguredAuth(model)) return;
  const variable = usualKeyVariable(model.provider);
  const set = variable ? `Set ${variable}` : "Set its key in the environment";
  const text = `There is no key for ${model.provider}. ${set}, sign in with /login in tau, or pass --api-key.`;
  throw new AgentSessionError("no-credentials", text);
}

/** Returns the thinking level that the session last used. */
function levelOf(log: SessionLog): ModelThinkingLevel | undefined {
  const level = log.getChosenThinkingLevel();
  return level !== undefined && isThinkingLevel(level) ? level : undefined;
}

/** Returns why no model can be used, and what to do about it. */
export function noModelText(reason: string | undefined, models: ModelRegistry): string {
  const problem = reason ? `${reason}.` : "No model is configured.";
  const unchosen = models.getProviders().find((provider) => models.isUnchosen(provider));
  const label = unchosen && models.getProviderAuthStatus(unchosen).label;
  const found = label ? ` Found, but not used without being asked: ${label}; --provider ${unchosen} uses it.` : "";
  return `${problem}${found} Set a key such as ANTHROPIC_API_KEY or OPENAI_API_KEY, sign in with /login in tau, or try the built-in demo with --demo.`;
}
