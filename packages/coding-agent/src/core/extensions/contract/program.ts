import type { CredentialStore, Model } from "@tau/ai";
import type { FileSchema } from "../../json-file/index.ts";
import type { ModelRegistry } from "../../models/index.ts";
import type { Prompt } from "../../session/input/prompt.ts";
import type { Session } from "../../session/session.ts";
import type { Registration } from "./api.ts";
import type { ExecuteToolOptions, ExtensionCommandContext, ExtensionToolContext } from "./context.ts";
import type { ExtensionResources } from "./resources.ts";

/** The schema of a setting in settings.json: JSON Schema with a default and a description. */
export type SettingSchema = FileSchema;

/** All settings, including those that extensions register. */
export interface ExtensionSettings {
  /** Adds a key to settings.json. It is validated, listed in /settings, and falls back to its default. Throws if the key is taken. */
  register(key: string, schema: SettingSchema): Registration;
  /** Returns the effective value at a dotted path. */
  get(path: string): unknown;
  /** Saves a value in the user's settings.json. */
  set(path: string, value: unknown): void;
  /** Calls the listener whenever that value changes. Returns a function that unsubscribes. */
  onChange(path: string, listener: (value: unknown) => void): () => void;
}

/** `tau <name> …`: runs without a session. */
export interface ExtensionSubcommand {
  readonly description?: string;
  /** The usage lines, one for each form. */
  readonly usage?: readonly string[];
  /** The words that may follow the name, for shell completion. */
  readonly words?: readonly string[];
  /** For a battery that is also a mode: the word after the name that starts the mode. `tau <name> <word>` is the same as `tau --mode <name>`. If it is empty, `tau <name>` always is. */
  readonly modeWord?: string;
  /**
   * Runs the subcommand with the arguments after its name. Resolves to the exit code; `undefined` means 0. If it throws, the message is
   * printed, and the error's `exitCode` is the exit code (default 1; 2 means that the command line is wrong).
   */
  run(args: readonly string[], ctx: SubcommandContext): ExitCode | Promise<ExitCode>;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a function without a return statement must fit
export type ExitCode = number | void;

export interface SubcommandContext {
  readonly cwd: string;
  readonly settings: Pick<ExtensionSettings, "get">;
  /** The agents, rules and MCP servers that were found. */
  readonly resources: ExtensionResources;
  /** API keys and sign-ins in Tau's auth store. */
  readonly credentials: CredentialStore;
  /** Prints a line to stdout. */
  print(text: string): void;
  /**
   * Resolves to the model that a session would start with, or the one that `requested` names
   * in the syntax of `--model`. Rejects if no model can be used.
   */
  chooseModel(requested?: string): Promise<SubcommandModel>;
  /** Aborted when the user stops the program. */
  readonly signal: AbortSignal;
}

/** A model, and the registry that sends requests to it with the user's credentials. */
export interface SubcommandModel {
  readonly model: Model;
  readonly modelRegistry: ModelRegistry;
}

/** `--mode <name>`: replaces the screen or a built-in protocol. */
export interface ExtensionModeDefinition {
  readonly description?: string;
  /** Runs the mode. Resolves to the exit code when the mode has ended; `undefined` means 0. An error ends it as it ends a subcommand. */
  run(ctx: ModeContext): ExitCode | Promise<ExitCode>;
}

/** The part of a session that a mode can use. */
export type ModeSession = Pick<
  Session,
  "prompt" | "abort" | "subscribe" | "waitForIdle" | "isIdle" | "messages" | "model" | "sessionId"
>;

export interface ModeContext {
  /** The current session. It changes when another session replaces it. */
  readonly session: ModeSession;
  /** Returns the context of extension commands, which starts, opens and forks sessions. Call it again after such an action. */
  context(): ExtensionCommandContext;
  /** Returns the tools that can be called now. */
  tools(): ExtensionToolContext["tools"];
  /** Runs a tool with the same checks as a call of the model. A failure is an outcome with `isError`, never a rejection. */
  executeTool(
    name: string,
    args: unknown,
    options?: ExecuteToolOptions,
  ): ReturnType<ExtensionToolContext["executeTool"]>;
  /** The prompts on the command line, if any. */
  readonly prompts: readonly Prompt[];
  readonly input: NodeJS.ReadableStream;
  /** Writes to stdout. This is the only way to do so: all other output goes to stderr. */
  write(text: string): void;
  /** Aborted when the program has to end. */
  readonly signal: AbortSignal;
}
