import type { Agent, SessionLog } from "@tau/agent";
import { clampThinkingLevel, getSupportedThinkingLevels, type Model, type ModelThinkingLevel } from "@tau/ai";
import type { SessionEvents } from "../session-events.ts";
import type { ModelChange } from "../session-hooks.ts";

export interface ScopedModel {
  readonly model: Model;
  readonly thinkingLevel?: ModelThinkingLevel;
}

export interface ModelCycleResult extends ScopedModel {
  readonly thinkingLevel: ModelThinkingLevel;
  readonly isScoped: boolean;
}

/** Stores the choice as the default for later sessions. */
export interface ModelDefaults {
  set(path: "defaultProvider" | "defaultModel", value: string): void;
  set(path: "defaultThinkingLevel", value: ModelThinkingLevel): void;
}

export interface ModelChoiceParts {
  readonly agent: Agent;
  readonly log: SessionLog;
  readonly events: SessionEvents;
  readonly defaults: ModelDefaults;
  readonly isRestored?: boolean | undefined;
  /** The models that cycling goes through. */
  readonly scoped?: readonly ScopedModel[] | undefined;
  readonly onChange?: ((change: ModelChange) => Promise<void>) | undefined;
  /** Returns the models that cycling goes through if no models are scoped. */
  readonly available: () => readonly Model[] | Promise<readonly Model[]>;
}

export interface ChoiceOptions {
  /** Whether the change applies to this session only and leaves the default unchanged. */
  readonly keepDefault?: boolean;
}

export function saveDefaultModel(defaults: ModelDefaults, { provider, id }: Pick<Model, "provider" | "id">): void {
  defaults.set("defaultProvider", provider);
  defaults.set("defaultModel", id);
}

/** The model and the thinking level of a session. A change is written to the log before it takes effect. */
export class ModelChoice {
  /** Whether the session started with the model that its log names. */
  readonly isRestored: boolean;
  scoped: readonly ScopedModel[];
  private readonly parts: ModelChoiceParts;

  constructor(parts: ModelChoiceParts) {
    this.parts = parts;
    this.isRestored = parts.isRestored ?? false;
    this.scoped = parts.scoped ?? [];
  }

  get model(): Model {
    return this.parts.agent.state.model;
  }

  get thinkingLevel(): ModelThinkingLevel {
    return this.parts.agent.state.thinkingLevel;
  }

  availableLevels(): ModelThinkingLevel[] {
    return getSupportedThinkingLevels(this.model);
  }

  async setModel(model: Model, source: ModelChange["source"] = "set", options: ChoiceOptions = {}): Promise<void> {
    const { agent, log, defaults, onChange } = this.parts;
    const [previousModel, previousThinkingLevel] = [this.model, this.thinkingLevel];
    log.appendModelChange(model.provider, model.id);
    agent.state.model = model;
    if (!options.keepDefault) saveDefaultModel(defaults, model);
    this.setThinkingLevel(previousThinkingLevel, options);
    await onChange?.({ model, previousModel, thinkingLevel: this.thinkingLevel, previousThinkingLevel, source });
  }

  /** Sets the thinking level. If the model does not support it, uses the nearest level that it supports. */
  setThinkingLevel(wanted: ModelThinkingLevel, { keepDefault = false }: ChoiceOptions = {}): void {
    const { agent, log, events, defaults } = this.parts;
    const level = clampThinkingLevel(this.model, wanted);
    if (level === agent.state.thinkingLevel) return;
    log.appendThinkingLevelChange(level);
    agent.state.thinkingLevel = level;
    if (level === wanted && !keepDefault) defaults.set("defaultThinkingLevel", level);
    events.emit({ type: "thinking_level_changed", level });
  }

  cycleThinkingLevel(options: ChoiceOptions = {}): ModelThinkingLevel | undefined {
    const levels = this.availableLevels();
    if (levels.length < 2) return undefined;
    const next = levels[(levels.indexOf(this.thinkingLevel) + 1) % levels.length] ?? "off";
    this.setThinkingLevel(next, options);
    return next;
  }

  async cycleModel(
    direction: "forward" | "backward",
    options: ChoiceOptions = {},
  ): Promise<ModelCycleResult | undefined> {
    const isScoped = this.scoped.length > 0;
    const choices: readonly ScopedModel[] = isScoped
      ? this.scoped
      : (await this.parts.available()).filter(isReal).map((model) => ({ model }));
    if (choices.length < 2) return undefined;
    const current = choices.findIndex(({ model }) => isSame(model, this.model));
    const step = direction === "forward" ? 1 : -1;
    const next = choices[(current + step + choices.length) % choices.length];
    if (!next) return undefined;
    await this.setModel(next.model, "cycle", options);
    if (next.thinkingLevel) this.setThinkingLevel(next.thinkingLevel, options);
    return { model: next.model, thinkingLevel: this.thinkingLevel, isScoped };
  }
}

/** Excludes the demonstration model, which is meant for users without any other model and must be chosen by name. */
function isReal({ provider }: Model): boolean {
  return provider !== "demo";
}

function isSame(a: Model, b: Model): boolean {
  return a.provider === b.provider && a.id === b.id;
}
