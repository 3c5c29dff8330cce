import type { ImageContent } from "@tau/ai";
import type { InputSource } from "../../../session/session-hooks.ts";
import type { BashOperations } from "../../../tools/index.ts";

/** What the user sent, before skills and templates are filled in. */
export interface InputEvent {
  type: "input";
  text: string;
  images?: ImageContent[];
  source: InputSource;
  /** How it will be delivered while a run goes on. */
  streamingBehavior?: "steer" | "followUp";
}

export type InputEventResult =
  | { action: "continue" }
  | { action: "transform"; text: string; images?: ImageContent[] }
  | { action: "handled" };

/** The user runs a shell command with `!` or `!!`. */
export interface UserBashEvent {
  type: "user_bash";
  command: string;
  /** `!!`: the model does not see it. */
  excludeFromContext: boolean;
  cwd: string;
}

export interface BashResult {
  output: string;
  exitCode: number | undefined;
  cancelled: boolean;
  truncated: boolean;
  fullOutputPath?: string;
}

/** The user runs Python. Nothing here does so yet: handlers are kept for the extension that will. */
export interface UserPythonEvent {
  type: "user_python";
  code: string;
  /** The model does not see it. */
  excludeFromContext: boolean;
  cwd: string;
}

/** Take this result instead of running the code. */
export interface UserPythonEventResult {
  result?: BashResult;
}

/** Run it with these operations, or take this result. */
export type UserBashEventResult =
  | { operations: BashOperations; result?: never }
  | { operations?: never; result: BashResult };
