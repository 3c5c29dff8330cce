import type { AgentToolResult } from "@tau/agent";
import type { Component } from "@tau/tui";
import type { Theme } from "../../../../core/themes/index.ts";
import type { Highlighter } from "../highlight/index.ts";

export type ToolArguments = Readonly<Record<string, unknown>>;

/** What a tool's call looks like on the screen. Looked up by the tool's name; the tool itself knows nothing of it. */
export interface ToolRenderer {
  /** `self`: it draws its own frame and background. */
  readonly shell?: "default" | "self";
  /** What names the call, and shows of its arguments. They may be incomplete while they stream. */
  call(args: ToolArguments, row: ToolRow): Component;
  /** What is shown of the result, below the call. */
  result?(result: AgentToolResult, row: ToolRow): Component | undefined;
}

/** One call on the screen, as it is now. */
export interface ToolRow {
  readonly toolCallId: string;
  readonly theme: Theme;
  readonly highlighter: Highlighter;
  readonly cwd: string;
  /** Has an extension replaced the tool? Its files may then lie elsewhere, as on another machine. */
  readonly isReplaced: boolean;
  /** Does the user want to see all of it? */
  readonly expanded: boolean;
  readonly showImages: boolean;
  /** Columns that stay empty on either side, as the settings have it. */
  readonly outputPad: number;
  readonly args: ToolArguments;
  readonly argsComplete: boolean;
  readonly executionStarted: boolean;
  readonly result: AgentToolResult | undefined;
  readonly isPartial: boolean;
  readonly isError: boolean;
  /** How long it has been running, or ran; undefined where it did not or nobody knows. Asked again at each frame. */
  elapsedMs(): number | undefined;
  /** How long it ran, as its result says. */
  readonly durationMs: number | undefined;
  /** What this slot showed before. It is kept where it can be updated. */
  readonly last: Component | undefined;
  /** The renderer's own. */
  readonly state: Record<string, unknown>;
  /** Draws this row again. */
  invalidate(): void;
}
