import type { KeyId } from "@tau/tui";
import type { ResourceDiagnostic } from "../../resources/source-info.ts";
import type {
  AnyModeDefinition,
  EntryRenderer,
  Extension,
  ExtensionFlag,
  ExtensionShortcut,
  ExtensionSubcommand,
  LateDrawings,
  MarkdownTransformContext,
  MarkdownTransformer,
  MessageRenderer,
  RegisteredTool,
  ResolvedCommand,
  ToolDefinition,
  ToolRenderers,
} from "../contract/index.ts";
import { resolveCommands } from "./commands.ts";
import { resolveShortcuts } from "./shortcuts.ts";

/**
 * The registrations of several extensions together, looked up at each use. Unless stated otherwise, the first extension to register a name
 * wins. Replaceable extensions come after all others; hiding their registrations is not reported.
 */
export class Registered {
  private readonly extensions: () => readonly Extension[];
  private readonly report: (extensionPath: string, event: string, error: unknown) => void;
  /** Extensions whose code is needed to render something. */
  private readonly wanted = new Set<Extension>();
  private onDrawable: (() => void) | undefined;

  constructor(
    extensions: () => readonly Extension[],
    report: (extensionPath: string, event: string, error: unknown) => void,
  ) {
    this.extensions = extensions;
    this.report = report;
  }

  getAllRegisteredTools(): RegisteredTool[] {
    return [...this.tools().tools.values()];
  }

  getToolDefinition(name: string): ToolDefinition | undefined {
    return this.first(({ tools }) => tools.get(name)?.definition);
  }

  getToolDiagnostics(): ResourceDiagnostic[] {
    return this.tools().diagnostics;
  }

  getFlags(): Map<string, ExtensionFlag> {
    return new Map(
      this.ordered()
        .toReversed()
        .flatMap(({ flags }) => [...flags]),
    );
  }

  getRegisteredCommands(): ResolvedCommand[] {
    return resolveCommands(this.extensions());
  }

  /** Returns warnings for commands that cannot be called because Tau has a command of that name. */
  getCommandDiagnostics(taken: Iterable<string> = []): ResourceDiagnostic[] {
    const names = new Set(taken);
    const hidden = this.getRegisteredCommands().filter(({ invocationName }) => names.has(invocationName));
    return hidden.map(({ invocationName, sourceInfo: { path } }) => {
      const message = `The command /${invocationName} of ${path} is passed over: Tau has one of that name.`;
      return { type: "warning", message, path };
    });
  }

  getCommand(invocationName: string): ResolvedCommand | undefined {
    return this.getRegisteredCommands().find((command) => command.invocationName === invocationName);
  }

  getSubcommand(name: string): ExtensionSubcommand | undefined {
    return this.first(({ subcommands }) => subcommands?.get(name));
  }

  getMode(name: string): AnyModeDefinition | undefined {
    return this.first(({ modes }) => modes?.get(name));
  }

  getShortcuts(bindings?: Parameters<typeof resolveShortcuts>[1]): Map<KeyId, ExtensionShortcut> {
    return resolveShortcuts(this.extensions(), bindings).shortcuts;
  }

  getShortcutDiagnostics(bindings?: Parameters<typeof resolveShortcuts>[1]): ResourceDiagnostic[] {
    return resolveShortcuts(this.extensions(), bindings).diagnostics;
  }

  getMessageRenderer(customType: string): MessageRenderer | undefined {
    return this.first(({ messageRenderers }) => messageRenderers.get(customType)) ?? this.late("messages", customType);
  }

  getEntryRenderer(customType: string): EntryRenderer | undefined {
    return this.first(({ entryRenderers }) => entryRenderers.get(customType)) ?? this.late("entries", customType);
  }

  /** Whether any entries have a renderer. If so, the conversation on screen consists of more than its messages. */
  hasEntryRenderers(): boolean {
    return this.extensions().some(
      ({ entryRenderers, drawings }) => entryRenderers.size > 0 || drawings?.names.entries !== undefined,
    );
  }

  /**
   * From now on, loads the code of an extension when something is requested that only this code can render, and calls `onLoaded` after each
   * load. Nothing is loaded earlier, so that the first rendering does not wait.
   */
  drawLate(onLoaded: () => void): void {
    this.onDrawable = onLoaded;
    for (const extension of this.wanted) this.loadToDraw(extension);
  }

  getMarkdownTransformers(): MarkdownTransformer[] {
    return this.extensions().flatMap(({ markdownTransformer }) => markdownTransformer ?? []);
  }

  /** Whether the shown text may differ from the stored text. */
  transformsMarkdown(): boolean {
    return this.extensions().some(({ markdownTransformer }) => markdownTransformer !== undefined);
  }

  /** Applies all transformers. One that fails is reported and skipped. */
  transformMarkdown(markdown: string, context: MarkdownTransformContext): string {
    let current = markdown;
    for (const { path, markdownTransformer } of this.extensions()) {
      try {
        current = markdownTransformer?.(current, context) ?? current;
      } catch (error) {
        this.report(path, "markdown_transformer", error);
      }
    }
    return current;
  }

  /** Applies the resolvers in loading order, then the tool's own renderers, then `base`. */
  resolveToolRenderers(name: string, base: () => ToolRenderers | undefined): ToolRenderers | undefined {
    const resolvers = this.extensions().flatMap(({ toolRenderers }) => toolRenderers);
    const own = () => {
      const tool = this.getToolDefinition(name);
      if (tool?.renderCall || tool?.renderResult) return tool;
      this.late("tools", name);
      return base();
    };
    const from = (index: number): ToolRenderers | undefined => {
      const resolver = resolvers[index];
      return resolver ? resolver(name, () => from(index + 1)) : own();
    };
    return from(0);
  }

  private tools(): { tools: Map<string, RegisteredTool>; diagnostics: ResourceDiagnostic[] } {
    const tools = new Map<string, RegisteredTool>();
    const diagnostics: ResourceDiagnostic[] = [];
    for (const { path, replaceable, tools: own } of this.ordered()) {
      for (const [name, tool] of own) {
        const earlier = tools.get(name);
        if (!earlier) tools.set(name, tool);
        else if (!replaceable) {
          const message = `The tool "${name}" of ${path} is passed over: ${earlier.sourceInfo.path} has registered it.`;
          diagnostics.push({ type: "warning", message, path });
        }
      }
    }
    return { tools, diagnostics };
  }

  /** Returns a renderer that draws nothing until the code of the owning extension is loaded, and requests that load. */
  private late(kind: keyof LateDrawings["names"], name: string): (() => undefined) | undefined {
    const owner = this.ordered().find(({ drawings }) => drawings?.names[kind]?.includes(name));
    if (!owner) return undefined;
    if (!this.wanted.has(owner)) {
      this.wanted.add(owner);
      if (this.onDrawable) this.loadToDraw(owner);
    }
    return () => undefined;
  }

  private loadToDraw({ path, drawings }: Extension): void {
    drawings?.load().then(
      () => this.onDrawable?.(),
      (error: unknown) => this.report(path, "draw", error),
    );
  }

  private first<T>(find: (extension: Extension) => T | undefined): T | undefined {
    for (const extension of this.ordered()) {
      const found = find(extension);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private ordered(): readonly Extension[] {
    return this.extensions().toSorted((a, b) => Number(a.replaceable ?? false) - Number(b.replaceable ?? false));
  }
}
