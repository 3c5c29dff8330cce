import { stripVTControlCharacters } from "node:util";
import type { SessionEntry } from "@tau/agent";
import type { ToolCall, ToolResultMessage } from "@tau/ai";
import type { ToolRenderContext, ToolRenderers } from "../extensions/contract/index.ts";
import type { Theme } from "../themes/index.ts";

/** Who draws the calls of tools, by name. */
export interface ToolRendererSource {
  resolveToolRenderers(name: string, base: () => ToolRenderers | undefined): ToolRenderers | undefined;
}

/** What extensions show of the calls of their tools, as text. `undefined`: they leave it to whoever asks. */
export interface ToolDrawings {
  call(call: ToolCall): string | undefined;
  result(message: ToolResultMessage): string | undefined;
}

/** As wide as a page shows without scrolling. */
const COLUMNS = 100;

export function toolDrawings(
  entries: readonly SessionEntry[],
  renderers: ToolRendererSource,
  { theme, cwd }: { readonly theme: Theme; readonly cwd: string },
): ToolDrawings {
  const calls = new Map(entries.flatMap(callsOf).map((call) => [call.id, call]));
  const states = new Map<string, object>();
  const stateOf = (id: string): object => {
    const state = states.get(id) ?? {};
    states.set(id, state);
    return state;
  };
  const contextOf = (id: string, isError = false, durationMs?: number): ToolRenderContext => ({
    ...WHOLE,
    args: calls.get(id)?.arguments ?? {},
    toolCallId: id,
    state: stateOf(id),
    cwd,
    isError,
    durationMs,
  });
  const renderersOf = (name: string) => renderers.resolveToolRenderers(name, () => undefined);
  return {
    call: ({ id, name, arguments: args }) => drawn(() => renderersOf(name)?.renderCall?.(args, theme, contextOf(id))),
    result: (message) => {
      const { toolCallId, toolName, content, details, isError, durationMs } = message;
      const context = contextOf(toolCallId, isError, durationMs);
      const result = { content, details, isError } as never;
      const options = { expanded: true, isPartial: false };
      return drawn(() => renderersOf(toolName)?.renderResult?.(result, options, theme, context));
    },
  };
}

/** A finished call, unfolded, where no key does anything. */
const WHOLE = {
  invalidate: () => undefined,
  lastComponent: undefined,
  executionStarted: true,
  argsComplete: true,
  isPartial: false,
  expanded: true,
  showImages: false,
  outputPad: 0,
  keyText: () => "",
  keyHint: () => "",
} as const;

function callsOf(entry: SessionEntry): ToolCall[] {
  if (entry.type !== "message" || entry.message.role !== "assistant") return [];
  return entry.message.content.filter((block) => block.type === "toolCall");
}

/** One that fails, or draws no lines, is left to the usual look. */
function drawn(make: () => { render(width: number): string[] } | undefined): string | undefined {
  try {
    const lines = make()?.render(COLUMNS);
    return lines?.map((line) => stripVTControlCharacters(line).trimEnd()).join("\n");
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}
