import type { AgentToolResult } from "@tau/agent";
import type { Component } from "@tau/tui";
import type { Theme } from "../../../../core/themes/index.ts";
import type { Highlighter } from "../highlight/index.ts";

export type ToolArguments = Readonly<Record<string, unknown>>;

/** How a tool's calls look on the screen. Looked up by the tool's name; the tool itself does not know it. */
export interface ToolRenderer {
  /** `self`: the renderer draws its own frame and background. */
  readonly shell?: "default" | "self";
  /** Shows the call and its arguments, which may be incomplete while they stream. */
  call(args: ToolArguments, row: ToolRow): Component;
  /** Shows the result below the call. */
  result?(result: AgentToolResult, row: ToolRow): Component | undefined;
}

/** The current state of one call on the screen. */
export interface ToolRow {
  readonly toolCallId: string;
  readonly theme: Theme;
  readonly highlighter: Highlighter;
  readonly cwd: string;
  /** Whether the files of the tool may be on another machine: the workspace is remote, or an extension has replaced the tool. */
  readonly isElsewhere: boolean;
  /** The user wants to see everything. */
  readonly expanded: boolean;
  readonly showImages: boolean;
  /** Empty columns on each side, from the settings. */
  readonly outputPad: number;
  readonly args: ToolArguments;
  readonly argsComplete: boolean;
  readonly executionStarted: boolean;
  readonly result: AgentToolResult | undefined;
  readonly isPartial: boolean;
  readonly isError: boolean;
  /** Returns the running time, so far or in total. Undefined if the call did not run or the time is unknown. Called again at each frame. */
  elapsedMs(): number | undefined;
  /** The running time recorded in the result. */
  readonly durationMs: number | undefined;
  /** The component that this slot showed before, which the renderer may update and reuse. */
  readonly last: Component | undefined;
  /** For the renderer's own use. */
  readonly state: Record<string, unknown>;
  /** Draws this row again. */
  invalidate(): void;
}
