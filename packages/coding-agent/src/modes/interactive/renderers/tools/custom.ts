import type { AgentToolResult } from "@tau/agent";
import type { Component, Keybinding } from "@tau/tui";
import type { Theme } from "../../../../core/themes/index.ts";
import { keyHint, keyText } from "../../keys/key-text.ts";
import { GuardedView } from "./guarded-view.ts";
import type { ToolArguments, ToolRenderer, ToolRow } from "./tool-renderer.ts";

/** How an extension draws the calls of a tool: the part of a tool's definition that is about the screen. */
export interface CustomToolRenderers {
  renderShell?: "default" | "self";
  renderCall?(args: ToolArguments, theme: Theme, context: CustomRenderContext): Component;
  renderResult?(
    result: AgentToolResult,
    options: { expanded: boolean; isPartial: boolean },
    theme: Theme,
    context: CustomRenderContext,
  ): Component;
}

/** What an extension's renderer is told about the row it draws. */
export interface CustomRenderContext {
  args: ToolArguments;
  toolCallId: string;
  invalidate: () => void;
  lastComponent: Component | undefined;
  state: Record<string, unknown>;
  cwd: string;
  executionStarted: boolean;
  argsComplete: boolean;
  isPartial: boolean;
  expanded: boolean;
  showImages: boolean;
  isError: boolean;
  durationMs: number | undefined;
  outputPad: number;
  keyText(keybinding: Keybinding): string;
  keyHint(keybinding: Keybinding, description: string): string;
}

/** An extension's renderers where it has them, the usual ones elsewhere, and for what an extension fails to draw. */
export function customRenderer(custom: CustomToolRenderers, usual: ToolRenderer): ToolRenderer {
  return {
    shell: custom.renderShell ?? "default",
    call: (args, row) =>
      custom.renderCall
        ? guard(
            row,
            (context) => custom.renderCall?.(args, row.theme, context),
            () => usual.call(args, withoutLast(row)),
          )
        : usual.call(args, row),
    result: (result, row) =>
      custom.renderResult
        ? guard(
            row,
            (context) => custom.renderResult?.(result, row, row.theme, context),
            () => usual.result?.(result, withoutLast(row)),
          )
        : usual.result?.(result, row),
  };
}

function guard(
  row: ToolRow,
  draw: (context: CustomRenderContext) => Component | undefined,
  fallBack: () => Component | undefined,
): GuardedView {
  const view = row.last instanceof GuardedView ? row.last : new GuardedView();
  view.update(() => draw(contextOf(row, view.inner)), fallBack);
  return view;
}

function contextOf(row: ToolRow, lastComponent: Component | undefined): CustomRenderContext {
  const { args, toolCallId, state, cwd, executionStarted, argsComplete, isPartial, expanded, showImages, isError } =
    row;
  return {
    ...{ args, toolCallId, state, cwd, executionStarted, argsComplete, isPartial, expanded, showImages, isError },
    invalidate: () => row.invalidate(),
    lastComponent,
    durationMs: isPartial ? undefined : row.elapsedMs(),
    outputPad: 1,
    keyText,
    keyHint,
  };
}

function withoutLast(row: ToolRow): ToolRow {
  return { ...row, last: undefined };
}
