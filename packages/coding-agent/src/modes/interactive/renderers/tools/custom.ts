import type { Component } from "@tau/tui";
import type { ToolRenderContext, ToolRenderers } from "../../../../core/extensions/index.ts";
import { keyHint, keyText } from "../../keys/key-text.ts";
import { languageNamed } from "../highlight/index.ts";
import { GuardedView } from "./guarded-view.ts";
import type { ToolRenderer, ToolRow } from "./tool-renderer.ts";

/** Uses an extension's renderers. Falls back to the usual ones for parts that the extension lacks or fails to draw. */
export function customRenderer(custom: ToolRenderers, usual: ToolRenderer): ToolRenderer {
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
  draw: (context: ToolRenderContext) => Component | undefined,
  fallBack: () => Component | undefined,
): GuardedView {
  const view = row.last instanceof GuardedView ? row.last : new GuardedView();
  view.update(() => draw(contextOf(row, view.inner)), fallBack);
  return view;
}

function contextOf(row: ToolRow, lastComponent: Component | undefined): ToolRenderContext {
  const { args, toolCallId, state, cwd, executionStarted, argsComplete, isPartial, expanded, showImages, isError } =
    row;
  return {
    ...{ args, toolCallId, state, cwd, executionStarted, argsComplete, isPartial, expanded, showImages, isError },
    invalidate: () => row.invalidate(),
    lastComponent,
    durationMs: isPartial ? undefined : (row.durationMs ?? row.elapsedMs()),
    outputPad: row.outputPad,
    highlight: (code, language) =>
      row.highlighter.paint(code.split("\n"), {
        language: languageNamed(language),
        plain: "toolOutput",
        onReady: () => row.invalidate(),
      }),
    keyText,
    keyHint,
  };
}

function withoutLast(row: ToolRow): ToolRow {
  return { ...row, last: undefined };
}
