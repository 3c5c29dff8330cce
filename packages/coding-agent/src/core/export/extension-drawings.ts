import type { CustomEntry, CustomMessage } from "@tau/agent";
import type { ToolCall, ToolResultMessage } from "@tau/ai";
import type { EntryRenderer, MessageRenderer, ToolRenderContext, ToolRenderers } from "../extensions/contract/index.ts";
import type { Theme } from "../themes/index.ts";

/** Looks up the renderers of extensions by name. */
export interface RendererSource {
  resolveToolRenderers(name: string, base: () => ToolRenderers | undefined): ToolRenderers | undefined;
  getMessageRenderer(customType: string): MessageRenderer | undefined;
  getEntryRenderer(customType: string): EntryRenderer | undefined;
}

/** The widest text that the page shows without scrolling. */
const COLUMNS = 100;

interface DrawingPlace {
  readonly theme: Theme;
  readonly cwd: string;
}

/** What extensions draw, as terminal lines. `undefined` means they draw nothing and the default look is used. */
export class ExtensionDrawings {
  private readonly sources: readonly RendererSource[];
  private readonly place: DrawingPlace;
  private readonly calls: ReadonlyMap<string, ToolCall>;
  /** State shared by the two renderers of a call. */
  private readonly states = new Map<string, object>();

  constructor(calls: readonly ToolCall[], sources: readonly RendererSource[], place: DrawingPlace) {
    this.sources = sources;
    this.place = place;
    this.calls = new Map(calls.map((call) => [call.id, call]));
  }

  call({ id, name, arguments: args }: ToolCall, result?: ToolResultMessage): string[] | undefined {
    const context = this.contextOf(id, result?.isError, result?.durationMs);
    return drawn(() => this.renderersOf(name)?.renderCall?.(args, this.place.theme, context));
  }

  result(message: ToolResultMessage): string[] | undefined {
    const { toolCallId, toolName, content, details, isError, durationMs } = message;
    const context = this.contextOf(toolCallId, isError, durationMs);
    const result = { content, details, isError } as never;
    const options = { expanded: true, isPartial: false };
    return drawn(() => this.renderersOf(toolName)?.renderResult?.(result, options, this.place.theme, context));
  }

  message(message: CustomMessage): string[] | undefined {
    const render = this.first((source) => source.getMessageRenderer(message.customType));
    return drawn(() => render?.(message, { ...KEYLESS, expanded: true, outputPad: 0 }, this.place.theme));
  }

  entry(entry: CustomEntry): string[] | undefined {
    const render = this.first((source) => source.getEntryRenderer(entry.customType));
    return drawn(() => render?.(entry, { ...KEYLESS, expanded: true }, this.place.theme));
  }

  private renderersOf(name: string): ToolRenderers | undefined {
    return this.first((source) => source.resolveToolRenderers(name, () => undefined));
  }

  private first<T>(find: (source: RendererSource) => T | undefined): T | undefined {
    for (const source of this.sources) {
      const found = find(source);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private contextOf(id: string, isError = false, durationMs?: number): ToolRenderContext {
    const state = this.states.get(id) ?? {};
    this.states.set(id, state);
    const args = this.calls.get(id)?.arguments ?? {};
    return { ...WHOLE, args, toolCallId: id, state, cwd: this.place.cwd, isError, durationMs };
  }
}

/** Key hints for a page, where no key does anything. */
const KEYLESS = { keyText: () => "", keyHint: () => "" } as const;

/** Options for drawing a finished call, expanded. */
const WHOLE = {
  ...KEYLESS,
  invalidate: () => undefined,
  lastComponent: undefined,
  executionStarted: true,
  argsComplete: true,
  isPartial: false,
  expanded: true,
  showImages: false,
  outputPad: 0,
} as const;

/** Returns `undefined`, which selects the default look, if a renderer fails or draws no lines. */
function drawn(make: () => { render(width: number): string[] } | undefined): string[] | undefined {
  try {
    return make()?.render(COLUMNS);
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}
