import type { SessionLog } from "@tau/agent";
import type { Model, ModelThinkingLevel } from "@tau/ai";
import { findInitialModel, initialThinkingLevel, isThinkingLevel, type ScopedModel } from "../../models/index.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { AgentSessionError } from "../session-error.ts";
import { virtualSelection } from "./virtual-selection.ts";

export interface ModelWishes {
  /** Default: the session's own, then what settings, credentials and this machine suggest. */
  readonly model?: Model | undefined;
  /** Default: the session's own, then what the settings say for the model, then what they say for all. */
  readonly thinkingLevel?: ModelThinkingLevel | undefined;
  readonly scopedModels?: readonly ScopedModel[];
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
}

/** The model that a session begins with. */
export async function chooseModel(
  log: SessionLog,
  { models, settings }: Workspace,
  { model, thinkingLevel = levelOf(log), scopedModels = [] }: ModelWishes,
): Promise<ChosenModel> {
  const saved = virtualSelection(log, models) ?? log.getContextState().model;
  const isFirst = !saved && !log.hasMessages();
  if (model) return { model, thinkingLevel: thinkingLevel ?? initialThinkingLevel(model, settings), isFirst };
  const found = await findInitialModel({ registry: models, settings, scopedModels, saved: saved ?? undefined });
  if (!found.model)
    throw new AgentSessionError(
      "no-model",
      "There is no model to talk to. Set a provider's key or start a local server.",
    );
  const isRestored = found.model.provider === saved?.provider && found.model.id === saved.modelId;
  return { ...found, model: found.model, thinkingLevel: thinkingLevel ?? found.thinkingLevel, isRestored, isFirst };
}

/** The level the session was left with. */
function levelOf(log: SessionLog): ModelThinkingLevel | undefined {
  const level = log.getChosenThinkingLevel();
  return level !== undefined && isThinkingLevel(level) ? level : undefined;
}
