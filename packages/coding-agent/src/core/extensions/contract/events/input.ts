import type { ImageContent } from "@tau/ai";
import type { InputSource } from "../../../session/session-hooks.ts";
import type { BashOperations } from "../../../tools/index.ts";

/** The user's input, before skills and templates are expanded. */
export interface InputEvent {
  type: "input";
  text: string;
  images?: ImageContent[];
  source: InputSource;
  /** How the input is delivered while a run is active. */
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
  /** True for `!!`: the model does not see the command. */
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

/** The user runs Python code with `$` or `$$`. The extension that runs it asks the handlers with `pi.emitUserPython`. */
export interface UserPythonEvent {
  type: "user_python";
  code: string;
  /** True if the model does not see the code. */
  excludeFromContext: boolean;
  cwd: string;
}

/** The result to use instead of running the code. */
export interface UserPythonEventResult {
  result?: BashResult;
}

/** Either the operations to run the command with, or its result. */
export type UserBashEventResult =
  | { operations: BashOperations; result?: never }
  | { operations?: never; result: BashResult };
