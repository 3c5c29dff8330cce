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
import type { AgentSessionEventListener } from "../../session/session-event.ts";
import type { ToolDefinition } from "./tool-definition.ts";

export type * from "../../session/children/child-state.ts";

export interface ChildOptions {
  /** Shown to the user; the id is made from it. */
  name: string;
  /** The child that asks for it: `ctx.child?.id` of a tool that may run in one. Default: the user's session. */
  parent?: string | undefined;
  /** Takes the place of Tau's own. */
  systemPrompt?: string;
  appendSystemPrompt?: string;
  /** Are context files and skills part of its system prompt? Default: yes. */
  projectContext?: boolean;
  /** What it begins with: a text that the screen does not show, or messages. Default: nothing of the parent's conversation. */
  context?: string | readonly AgentMessage[];
  /** Names and patterns of the tools that it may have, those of extensions included. Default: what its parent is offered. */
  tools?: readonly string[];
  excludeTools?: readonly string[];
  /** Tools of its own; they are offered whatever `tools` says. */
  customTools?: readonly ToolDefinition[];
  /** Or the text that `--model` takes. Default: its parent's. */
  model?: Model | string;
  thinkingLevel?: ModelThinkingLevel;
  limits?: ChildLimits;
  /** Default: the working directory of the user's session. */
  cwd?: string;
  /** Has it a log on the disk, beside the user's session? Default: yes, where that has one. */
  persist?: boolean;
  /** It outlives the run in which it was made. Default: that run stopping stops it. */
  detached?: boolean;
  /** Stops each of its runs. */
  signal?: AbortSignal;
}

/** A session below the user's: own log, tools and model; settings, credentials and permissions are the user's. */
export interface ChildSession {
  readonly id: string;
  readonly name: string;
  readonly depth: number;
  readonly status: ChildStatus;
  readonly usage: ChildUsage;
  readonly state: ChildState;
  readonly messages: readonly AgentMessage[];
  /** Of the last run. */
  readonly result: ChildResult | undefined;
  /** Runs a prompt to its end. Does not reject where the run fails: the result says so. */
  prompt(text: string, options?: { images?: readonly ImageContent[]; signal?: AbortSignal }): Promise<ChildResult>;
  /** Delivered within the run; while there is none it waits for the next prompt. */
  steer(text: string): Promise<void>;
  /** Stops the run and waits until it has. */
  abort(): Promise<void>;
  /** Told each event of the child, deltas included. */
  subscribe(listener: AgentSessionEventListener): () => void;
  /** Ends it and closes its log. A child that is not disposed lives as long as the user's session. */
  dispose(): Promise<void>;
}

/** `pi.children`. */
export interface ChildSessions {
  create(options: ChildOptions): Promise<ChildSession>;
  /** Goes on with one that an earlier run of the program has left. What cannot be kept in a log, such as tools, is given again. */
  reopen(id: string, options: ChildOptions): Promise<ChildSession>;
  /** Those that are not disposed, oldest first, those of other extensions and of children included. */
  list(): readonly ChildSession[];
  get(id: string): ChildSession | undefined;
  /** What the log of the user's session knows, ended and interrupted ones included. */
  records(): Promise<readonly ChildRecord[]>;
  /** Told of every child: its start, what changes, its end. */
  subscribe(listener: (event: ChildEvent) => void): () => void;
}
