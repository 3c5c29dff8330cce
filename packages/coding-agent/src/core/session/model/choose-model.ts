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
  /** Default: the session's own, then what settings, credentials and this machine suggest. */
  readonly model?: Model | undefined;
  /** Default: the session's own, then what the settings say for the model, then what they say for all. */
  readonly thinkingLevel?: ModelThinkingLevel | undefined;
  readonly scopedModels?: readonly ScopedModel[];
  /**
   * What to do where no model is configured: let the built-in demonstration answer, fail, or fail at the first prompt, so that a program can
   * set a model before. Default: the last.
   */
  readonly withoutModel?: "demo" | "fail" | "fail-at-prompt" | undefined;
}

export interface ChosenModel {
  readonly model: Model;
  readonly thinkingLevel: ModelThinkingLevel;
  readonly fallbackMessage?: string;
  readonly foundServer?: string;
  /** It is the one that the log names. */
  readonly isRestored?: boolean;
  /** The log names no model yet. */
  readonly isFirst: boolean;
  /** No model is configured, and the one that is named does not answer: what to do about it. */
  readonly missing?: string;
}

/** The model that a session begins with. */
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

/** Fails where a model cannot answer, with what to do about it. */
export function checkModel(model: Model, models: ModelRegistry, { missing }: Pick<ChosenModel, "missing">): void {
  if (missing !== undefined && model.provider === demoModel.provider) throw new AgentSessionError("no-model", missing);
  if (models.hasConfiguredAuth(model)) return;
  const variable = usualKeyVariable(model.provider);
  const set = variable ? `Set ${variable}` : "Set its key in the environment";
  const text = `There is no key for ${model.provider}. ${set}, sign in with /login in tau, or pass --api-key.`;
  throw new AgentSessionError("no-credentials", text);
}

/** The level the session was left with. */
function levelOf(log: SessionLog): ModelThinkingLevel | undefined {
  const level = log.getChosenThinkingLevel();
  return level !== undefined && isThinkingLevel(level) ? level : undefined;
}

/** Why no model answers, and what to do about it. */
export function noModelText(reason: string | undefined, models: ModelRegistry): string {
  const problem = reason ? `${reason}.` : "No model is configured.";
  const unchosen = models.getProviders().find((provider) => models.isUnchosen(provider));
  const label = unchosen && models.getProviderAuthStatus(unchosen).label;
  const found = label ? ` Found, but not used without being asked: ${label}; --provider ${unchosen} uses it.` : "";
  return `${problem}${found} Set a key such as ANTHROPIC_API_KEY or OPENAI_API_KEY, sign in with /login in tau, or try the built-in demo with --demo.`;
}
