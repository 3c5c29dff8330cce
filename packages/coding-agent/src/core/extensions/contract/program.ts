import type { CredentialStore, Model } from "@tau/ai";
import type { FileSchema } from "../../json-file/index.ts";
import type { ModelRegistry } from "../../models/index.ts";
import type { Prompt } from "../../session/input/prompt.ts";
import type { Session } from "../../session/session.ts";
import type { Registration } from "./api.ts";
import type { ExecuteToolOptions, ExtensionCommandContext, ExtensionToolContext } from "./context.ts";
import type { ExtensionResources } from "./resources.ts";

/** A setting as settings.json has it: JSON Schema with a default and a description. */
export type SettingSchema = FileSchema;

/** The settings, and those that extensions add to them. */
export interface ExtensionSettings {
  /** Adds a key to settings.json: checked, in /settings, and with its default where it is not set. One that is taken is refused. */
  register(key: string, schema: SettingSchema): Registration;
  /** The effective value at a dotted path. */
  get(path: string): unknown;
  /** Calls the listener whenever that value changes. Returns how to stop. */
  onChange(path: string, listener: (value: unknown) => void): () => void;
}

/** `tau <name> …`: it runs without a session. */
export interface ExtensionSubcommand {
  readonly description?: string;
  /** How it is written, a line for each way. */
  readonly usage?: readonly string[];
  /** What may follow the name, for the shell to complete. */
  readonly words?: readonly string[];
  /** For a battery that is also a mode: the word behind the name that starts it. `tau <name> <word>` is `tau --mode <name>`. */
  readonly modeWord?: string;
  /**
   * What follows the name on the command line. Resolves to the exit code; nothing means 0. The message of an error is printed, and
   * `exitCode` on it is the exit code, 1 where there is none; 2 means that the command line is wrong.
   */
  run(args: readonly string[], ctx: SubcommandContext): ExitCode | Promise<ExitCode>;
}

// biome-ignore lint/suspicious/noConfusingVoidType: a function without a return statement must fit
type ExitCode = number | void;

export interface SubcommandContext {
  readonly cwd: string;
  readonly settings: Pick<ExtensionSettings, "get">;
  /** Agents, rules and MCP servers that were found. */
  readonly resources: ExtensionResources;
  /** Keys and sign-ins, in Tau's auth store. */
  readonly credentials: CredentialStore;
  /** A line on stdout. */
  print(text: string): void;
  /** The model that a session would begin with, or the one that the text names as `--model` does. Rejects where none can be used. */
  chooseModel(requested?: string): Promise<SubcommandModel>;
  /** Aborted when the user stops the program. */
  readonly signal: AbortSignal;
}

/** A model to ask, and what asks it with the user's credentials. */
export interface SubcommandModel {
  readonly model: Model;
  readonly modelRegistry: ModelRegistry;
}

/** `--mode <name>`: what is read and written instead of a screen or a built-in protocol. */
export interface ExtensionModeDefinition {
  readonly description?: string;
  /** Resolves when the mode is over, to the exit code; nothing means 0. */
  run(ctx: ModeContext): ExitCode | Promise<ExitCode>;
}

/** A session as a mode drives it. */
export type ModeSession = Pick<
  Session,
  "prompt" | "abort" | "subscribe" | "waitForIdle" | "isIdle" | "messages" | "model" | "sessionId"
>;

export interface ModeContext {
  /** The session of the moment: another may take its place. */
  readonly session: ModeSession;
  /** What commands of extensions get: it begins, opens and forks sessions. Ask for it again after such an action. */
  context(): ExtensionCommandContext;
  /** The tools that can be called now. */
  tools(): ExtensionToolContext["tools"];
  /** Runs a tool with the checks that a call of the model passes. A failure is an outcome with `isError`, never a rejection. */
  executeTool(
    name: string,
    args: unknown,
    options?: ExecuteToolOptions,
  ): ReturnType<ExtensionToolContext["executeTool"]>;
  /** What the command line says; empty where it says nothing. */
  readonly prompts: readonly Prompt[];
  readonly input: NodeJS.ReadableStream;
  /** The only way to stdout: what anything else prints goes to stderr. */
  write(text: string): void;
  /** Aborted when the program is to end. */
  readonly signal: AbortSignal;
}
