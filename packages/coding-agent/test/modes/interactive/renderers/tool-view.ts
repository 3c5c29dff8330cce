import type { AgentToolResult } from "@tau/agent";
import { setKeybindings, stripTerminalSequences, type TUI, visibleWidth } from "@tau/tui";
import { expect } from "vitest";
import type { ToolRenderers } from "../../../../src/core/extensions/index.ts";
import { findBuiltInTheme, Theme, type ThemeJson } from "../../../../src/core/themes/index.ts";
import { createKeymap } from "../../../../src/modes/interactive/keys/keymap.ts";
import { Highlighter } from "../../../../src/modes/interactive/renderers/highlight/index.ts";
import { ToolExecutionView } from "../../../../src/modes/interactive/renderers/tool-execution-view.ts";
import {
  type ExtensionRenderers,
  USUAL_LOOK,
  type ViewContext,
} from "../../../../src/modes/interactive/renderers/view-context.ts";
import { markdownTheme } from "../../../../src/modes/interactive/theme/component-themes.ts";

export const darkTheme = Theme.of(findBuiltInTheme("dark") as ThemeJson, "truecolor");

/** As where no extension draws anything. */
export const NO_RENDERERS: ExtensionRenderers = {
  getMessageRenderer: () => undefined,
  getEntryRenderer: () => undefined,
  getToolDefinition: () => undefined,
  resolveToolRenderers: () => undefined,
  transformsMarkdown: () => false,
  transformMarkdown: (text) => text,
};

export interface ToolViewOptions {
  readonly expanded?: boolean;
  readonly custom?: ToolRenderers;
}

/** What a view is given, in the usual look; nobody draws it again. */
export function viewContext(more: Partial<ViewContext> = {}): ViewContext {
  return {
    tui: { requestRender: () => undefined } as unknown as TUI,
    markdown: markdownTheme(() => darkTheme),
    theme: darkTheme,
    cwd: "/work",
    isRemote: false,
    expanded: false,
    thinking: "shown",
    look: USUAL_LOOK,
    highlighter: new Highlighter(() => darkTheme),
    thinkingLabel: "Thinking…",
    extensions: undefined,
    drawsEntry: () => false,
    ...more,
  };
}

/** A row of the transcript, with a count of how often it asked to be drawn again. */
export function toolView(name: string, { expanded = false, custom }: ToolViewOptions = {}) {
  setKeybindings(createKeymap({}));
  const asked = { redraws: 0 };
  const extensions = custom && { ...NO_RENDERERS, resolveToolRenderers: () => custom };
  const tui = { requestRender: () => asked.redraws++ } as unknown as TUI;
  const view = new ToolExecutionView(name, viewContext({ tui, expanded, extensions }), "call-1");
  return { view, asked };
}

export function textResult(text: string, details?: unknown): AgentToolResult {
  return { content: [{ type: "text", text }], details };
}

/** What is seen at a width, without colours and without blanks at the ends. No row may be wider. */
export function seen(view: ToolExecutionView, width: number): string {
  const rows = view.render(width);
  for (const row of rows) expect(visibleWidth(row)).toBeLessThanOrEqual(width);
  return rows.map((row) => stripTerminalSequences(row).trimEnd()).join("\n");
}
