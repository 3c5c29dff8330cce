import type { Context } from "./context.ts";
import type { JsonObject } from "./json.ts";
import type { ThinkingLevel } from "./model.ts";
import type { StreamOptions } from "./options.ts";

/** Named types for parts of the options. */
export type FetchFunction = typeof globalThis.fetch;
export type ProviderEnv = Record<string, string>;
export type ProviderHeaders = NonNullable<StreamOptions["headers"]>;
export type SamplingParams = JsonObject;
export type ThinkingBudgets = Partial<Record<ThinkingLevel, number>>;
export type ToolChoice = "auto" | "none";
export type TranscriptContext = Context;
export type KnownProvider = string;
