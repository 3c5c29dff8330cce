import type { Model } from "@tau/ai";
import type { PermissionRequest } from "../../permission/permission.ts";
import type { AnswerPermission } from "../../permission/session-permission.ts";
import type { ProcessOutcome, ProcessRequest } from "../../process/index.ts";
import type { TodoPhase } from "../../session/log/todo-phases.ts";
import type { ExtensionCommandContext } from "./context.ts";
import type { ExtensionFactory } from "./extension.ts";
import type { ExitCode, ExtensionModeDefinition, ModeContext, ModeSession } from "./program.ts";
import type { ExtensionUISource } from "./ui-components.ts";

/** `--mode <name>` as a server: its clients open any number of sessions, and Tau starts none of its own. */
export interface ExtensionServerDefinition {
  readonly description?: string;
  /** Serves clients. Resolves to the exit code when there is nothing more to serve; `undefined` means 0. Open sessions are then closed. */
  serve(ctx: ServerContext): ExitCode | Promise<ExitCode>;
}

export type AnyModeDefinition = ExtensionModeDefinition | ExtensionServerDefinition;

export interface ServerContext extends Pick<ModeContext, "input" | "write" | "signal"> {
  /** The version of Tau. */
  readonly version: string;
  readonly sessions: ServedSessions;
}

/** The sessions that clients open. Each has its own folder, settings and extensions. */
export interface ServedSessions {
  /** Starts a session. Rejects with the code `no-model` if no model can be used. */
  create(client: SessionClient): Promise<ServedSession>;
  /** Opens a stored session, in the client's folder. Rejects with the code `missing-file` if there is none with this id. */
  open(sessionId: string, client: SessionClient): Promise<ServedSession>;
  /** Lists the stored sessions of a folder, or of all folders; the most recently used come first. */
  list(cwd?: string): Promise<readonly StoredSession[]>;
  /** Deletes a stored session. Rejects with the code `missing-file` if there is none with this id. */
  remove(sessionId: string): Promise<void>;
  /** Reads the stored credentials again. Resolves to whether a model can be used with them. */
  hasModel(): Promise<boolean>;
}

export interface StoredSession {
  readonly id: string;
  readonly cwd: string;
  readonly name?: string;
  readonly modified: Date;
  readonly firstMessage: string;
}

/** What a client provides to one session. */
export interface SessionClient {
  readonly cwd: string;
  /** Further folders in which the model works. */
  readonly folders?: readonly string[];
  /** An extension of this session alone: it registers what the client brings, and uses the session through its `pi`. */
  readonly extension?: ExtensionFactory;
  /** The parts of the user interface that the client has. */
  readonly ui?: Partial<ExtensionUISource>;
  /** Answers permission questions. If absent, whatever would ask is refused. */
  readonly answerPermission?: AnswerPermission;
  readonly operations?: ClientOperations;
}

/** Files and commands as the client has them. Where a function is absent or rejects, the tools use this machine's. */
export interface ClientOperations {
  /** Resolves to the text of a file, including changes that are not saved. */
  readTextFile?(absolutePath: string): Promise<string>;
  writeTextFile?(absolutePath: string, content: string): Promise<void>;
  /** Runs a command that no sandbox confines. A rejection is the failure of the command. */
  runCommand?(request: ProcessRequest): Promise<ProcessOutcome>;
}

/** An open session. It stays the same object if a command replaces the session with another one. */
export interface ServedSession extends Omit<ModeSession, "subscribe"> {
  /** Follows the session, and those that replace it. Returns a function that unsubscribes. */
  subscribe(listener: Parameters<ModeSession["subscribe"]>[0]): () => void;
  /** Returns the context of extension commands. Call it again after an action that replaces the session. */
  context(): ExtensionCommandContext;
  /** Describes what a tool call does, as the permission policy sees it. */
  describeCall(toolName: string, args: unknown): PermissionRequest;
  /** Resolves to the models that can be used. */
  models(): Promise<readonly Model[]>;
  /** Returns the task list of the model. */
  todos(): readonly TodoPhase[];
  /** Compacts the conversation. */
  compact(instructions?: string): Promise<void>;
  /** Stops the session and closes its log. */
  close(): Promise<void>;
}
