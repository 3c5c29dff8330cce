import { type Component, Text, type TUI, type TuiInputListener } from "@tau/tui";
import { errorText } from "../../../core/error-text.ts";
import { runningExtension } from "../../../core/extensions/host/unhandled-errors.ts";
import type {
  AutocompleteProviderFactory,
  EditorFactory,
  ExtensionUI,
  ExtensionUIContext,
  ExtensionWidgetOptions,
  StatusOptions,
} from "../../../core/extensions/index.ts";
import type { Theme } from "../../../core/themes/index.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { isWayOut } from "../keys/keymap.ts";
import { editorTheme } from "../theme/component-themes.ts";
import { createComponents } from "./components.ts";
import { createDialogs } from "./dialogs.ts";
import { GuardedComponent } from "./guarded-component.ts";

const COLORS = { info: "muted", warning: "warning", error: "error" } as const;

/** Removes something that an extension has added. */
type Withdraw = () => void;

export interface ExtensionScreen {
  readonly ui: ExtensionUI;
  /** Removes everything that extensions put on the screen, after they ended. The next extensions start with the default screen. */
  reset(): void;
}

/** Creates the screen as extensions see it. */
export function createExtensionScreen(context: InteractiveContext): ExtensionScreen {
  const given = new Set<Withdraw>();
  return {
    ui: createUi(context, given),
    reset: () => {
      for (const withdraw of given) withdraw();
      given.clear();
      context.screen.reset();
      context.setTitle(undefined);
    },
  };
}

function createUi(context: InteractiveContext, given: Set<Withdraw>): ExtensionUI {
  const { screen, themes, keymap } = context;
  const dialogs = createDialogs({
    tui: screen.tui,
    theme: () => themes.current,
    keymap,
    onFailure: (message) => context.say(message, "error"),
    footer: (width) => screen.footer.render(width),
  });
  return {
    ...dialogs,
    ...createComponents(context, dialogs, given),
    ...messages(context, given),
    ...areas(context),
    ...editing(context, given),
    ...looks(context),
    get theme() {
      return context.themes.current;
    },
  };
}

function messages(context: InteractiveContext, given: Set<Withdraw>) {
  const { screen, say } = context;
  const { tui, working, status } = screen;
  return {
    notify: (message: string, type: keyof typeof COLORS = "info") => {
      const sender = type === "info" ? runningExtension() : undefined;
      if (sender === undefined) return say(message, COLORS[type]);
      screen.transcript.notice(message, sender);
      tui.requestRender();
    },
    onTerminalInput: (handler: TuiInputListener) => {
      const withdraw = listenGuarded(handler, context);
      given.add(withdraw);
      return withdraw;
    },
    setStatus: (key: string, text: string | undefined, options?: StatusOptions) => {
      status.setExtension(key, text, options);
      tui.requestRender();
    },
    setWorkingMessage: (message?: string) => working.setMessage(message),
    setWorkingVisible: (visible: boolean) => working.setVisible(visible),
    setWorkingIndicator: (options?: { frames?: string[]; intervalMs?: number }) => working.setIndicator(options),
    setHiddenThinkingLabel: (label?: string) => screen.setThinkingLabel(label),
    setTitle: (title: string) => context.setTitle(title),
  };
}

/** Passes keys to a handler before the screen gets them. Removes the handler if it throws. */
function listenGuarded(handler: TuiInputListener, { screen, keymap, say }: InteractiveContext): () => void {
  const guarded: TuiInputListener = (data) => {
    try {
      const answer = handler(data);
      return isWayOut(keymap, data) ? undefined : answer;
    } catch (error) {
      withdraw();
      say(`An extension that listened to keys failed: ${errorText(error)}`, "error");
      return undefined;
    }
  };
  const withdraw = screen.tui.addInputListener(guarded, { first: true });
  return withdraw;
}

function areas(context: InteractiveContext) {
  const { screen, themes } = context;
  const { tui } = screen;
  const report = (message: string) => context.say(message, "error");
  const setWidget = (key: string, content: Widget, options?: ExtensionWidgetOptions) => {
    const area = options?.placement === "belowEditor" ? screen.below : screen.above;
    const other = area === screen.above ? screen.below : screen.above;
    other.set(key, undefined);
    area.set(key, toComponent(key, content, context));
    tui.requestRender();
  };
  return {
    setWidget,
    setHeader: (factory: Parameters<ExtensionUIContext["setHeader"]>[0]) => {
      const header = factory?.(tui, themes.current);
      screen.header.set("header", header && new GuardedComponent(header, "The header", report));
      tui.requestRender();
    },
    setFooter: (factory: Parameters<ExtensionUIContext["setFooter"]>[0]) => {
      const footer = factory?.(tui, themes.current, screen.footerData());
      screen.setFooter(footer && new GuardedComponent(footer, "The footer", report));
    },
  };
}

function editing({ screen, keymap, themes, extendCompletion }: InteractiveContext, given: Set<Withdraw>) {
  const { editor, tui } = screen;
  let factory: EditorFactory | undefined;
  const setEditorComponent = (next: EditorFactory | undefined) => {
    const made = next?.(
      tui,
      editorTheme(() => themes.current),
      keymap,
    );
    editor.replace(made);
    factory = next;
    if (next) given.add(() => setEditorComponent(undefined));
  };
  return {
    pasteToEditor: (text: string) => editor.paste(text),
    setEditorText: (text: string) => editor.setText(text),
    getEditorText: () => editor.getText(),
    addAutocompleteProvider: (extend: AutocompleteProviderFactory) => void given.add(extendCompletion(extend)),
    setEditorComponent,
    getEditorComponent: () => factory,
  };
}

function looks({ screen, themes, services }: InteractiveContext) {
  return {
    getAllThemes: () => {
      const files = new Map(services.resources.getThemes().themes.map(({ name, filePath }) => [name, filePath]));
      return themes.names().map((name) => ({ name, path: files.get(name) }));
    },
    getTheme: (name: string) => themes.load(name),
    setTheme: (theme: string | Theme) => {
      if (typeof theme !== "string") themes.useInstance(theme);
      else if (themes.use(theme)) services.settings.set("theme", theme);
      else return { success: false, error: `There is no theme "${theme}".` };
      return { success: true };
    },
    getToolsExpanded: () => screen.areToolsExpanded,
    setToolsExpanded: (expanded: boolean) => {
      if (screen.areToolsExpanded !== expanded) screen.toggleTools();
    },
  };
}

type Widget = readonly string[] | ((tui: TUI, theme: Theme) => Component) | undefined;

function toComponent(key: string, content: Widget, { screen, themes, say }: InteractiveContext): Component | undefined {
  if (content === undefined) return undefined;
  if (typeof content !== "function") return new Text(content.join("\n"), 1, 0);
  const widget = content(screen.tui, themes.current);
  return new GuardedComponent(widget, `The widget ${key}`, (message) => say(message, "error"));
}
