import type { TSchema } from "typebox";
import type {
  ExtensionContext,
  ExtensionEvent,
  ExtensionEventName,
  ExtensionFactory,
  ExtensionMode,
  FlagOptions,
  ToolDefinition,
} from "../contract/index.ts";

/** A tool before its code is there: all that the model and the prompt need. */
export type ToolManifest = Omit<ToolDefinition, "execute" | "renderCall" | "renderResult" | "parameters"> & {
  /** JSON Schema, written out: building one would load a library at every start. */
  readonly parameters: object;
};

export interface CommandManifest {
  readonly description?: string;
}

/**
 * What a bundled extension is, without its code. The code is loaded at the first call of one of its tools or commands, or at the first
 * of the events it listens to; until then it costs these few bytes.
 */
export interface ExtensionManifest {
  readonly name: string;
  readonly description: string;
  /** Where it has something to do. Default: in every mode. */
  readonly modes?: readonly ExtensionMode[];
  readonly tools?: readonly ToolManifest[];
  readonly commands?: Readonly<Record<string, CommandManifest>>;
  readonly flags?: Readonly<Record<string, FlagOptions>>;
  /** The settings it reads, with their schema. */
  readonly settings?: Readonly<Record<string, TSchema | object>>;
  readonly events?: readonly ExtensionEventName[];
  /** Is this event of interest? Asked before the code is loaded, so that one that is not loads nothing. */
  readonly wants?: (event: ExtensionEvent, ctx: ExtensionContext) => boolean;
  load(): Promise<{ readonly default: ExtensionFactory }>;
}

/** Does registering the tool offer it to the model? */
export function isOffered({
  exposure = "direct",
  defaultActive = true,
}: Pick<ToolDefinition, "exposure" | "defaultActive">): boolean {
  return defaultActive && (exposure === "direct" || exposure === "model-only");
}
