import type { AgentMessage } from "@tau/agent";
import type { ImageContent, Model, ModelThinkingLevel } from "@tau/ai";
import type {
  ChildEvent,
  ChildLimits,
  ChildRecord,
  ChildResult,
  ChildState,
  ChildStatus,
  ChildUsage,
} from "../../session/children/child-state.ts";
import type { AsideOptions } from "../../session/run/ask-aside.ts";
import type { AgentSessionEventListener } from "../../session/session-event.ts";
import type { CustomMessageDraft } from "./events/index.ts";
import type { ToolDefinition } from "./tool-definition.ts";

export type * from "../../session/children/child-state.ts";
export type { AsideOptions };

export interface ChildOptions {
  /** Shown to the user; the child's id is derived from it. */
  name: string;
  /** The id of the child that becomes the parent: `ctx.child?.id` in a tool that may run in a child. Default: the user's session. */
  parent?: string | undefined;
  /** Replaces Tau's own system prompt. */
  systemPrompt?: string;
  appendSystemPrompt?: string;
  /** Whether context files and skills are part of the child's system prompt. Default: true. */
  projectContext?: boolean;
  /** The start of the child's conversation: a text that is not shown on screen, or messages. Default: nothing from the parent's conversation. */
  context?: string | readonly AgentMessage[];
  /** Names and patterns of the tools that the child may use, including tools of extensions. Default: the tools that its parent is offered. */
  tools?: readonly string[];
  excludeTools?: readonly string[];
  /** Additional tools for this child; they are offered regardless of `tools`. */
  customTools?: readonly ToolDefinition[];
  /** A model, or a text as for `--model`. Default: the parent's model. */
  model?: Model | string;
  thinkingLevel?: ModelThinkingLevel;
  limits?: ChildLimits;
  /** Default: the working directory of the user's session. */
  cwd?: string;
  /** Whether the child has a log on disk, next to the user's session. Default: true if the user's session has one. */
  persist?: boolean;
  /** Whether the child survives the run that created it. Default: false; stopping that run stops the child. */
  detached?: boolean;
  /** Stops each of the child's runs. */
  signal?: AbortSignal;
}

/** A session below the user's session. It has its own log, tools and model, and shares the user's settings, credentials and permissions. */
export interface ChildSession {
  readonly id: string;
  readonly name: string;
  readonly depth: number;
  readonly status: ChildStatus;
  readonly usage: ChildUsage;
  readonly state: ChildState;
  readonly messages: readonly AgentMessage[];
  /** The answer that is being written. It changes as it grows. */
  readonly answer: AgentMessage | undefined;
  /** The names of the tools that the child is offered. */
  readonly offeredTools: readonly string[];
  /** The result of the last run. */
  readonly result: ChildResult | undefined;
  /** Runs a prompt to its end. Does not reject if the run fails: the result says so. */
  prompt(text: string, options?: { images?: readonly ImageContent[]; signal?: AbortSignal }): Promise<ChildResult>;
  /** Delivers the text within the current run. If there is none, the text waits for the next prompt. */
  steer(text: string): Promise<void>;
  /** Adds a message of the extension to the conversation: after the tool calls of the current turn, or at once if no run is active. */
  send(message: CustomMessageDraft): void;
  /** Stops the run and resolves when it has stopped. */
  abort(): Promise<void>;
  /** Calls the listener with each event of the child, including deltas. */
  subscribe(listener: AgentSessionEventListener): () => void;
  /** Ends the child and closes its log. A child that is not disposed lives as long as the user's session. */
  dispose(): Promise<void>;
}

/** `pi.children`. */
export interface ChildSessions {
  create(options: ChildOptions): Promise<ChildSession>;
  /** Continues a child that an earlier process of Tau left behind. Options that a log cannot hold, such as tools, must be given again. */
  reopen(id: string, options: ChildOptions): Promise<ChildSession>;
  /** Returns all children that are not disposed, oldest first, including those of other extensions and of children. */
  list(): readonly ChildSession[];
  get(id: string): ChildSession | undefined;
  /**
   * Asks a child, or the user's session if `id` is undefined, without interrupting it: sends one request with its conversation so far, in
   * which no tool runs. Neither the question nor the answer becomes part of that conversation; the cost is added to that session's.
   * Rejects if there is no such child, or if the request fails.
   */
  ask(id: string | undefined, question: string, options?: AsideOptions): Promise<string>;
  /** Resolves to all children recorded in the log of the user's session, including ended and interrupted ones. */
  records(): Promise<readonly ChildRecord[]>;
  /** Calls the listener when any child starts, changes or ends. */
  subscribe(listener: (event: ChildEvent) => void): () => void;
}
