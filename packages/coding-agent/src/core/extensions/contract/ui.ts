import type {
  AutocompleteProvider,
  Component,
  EditorComponent,
  EditorTheme,
  Keybinding,
  KeybindingsConfig,
  OverlayHandle,
  OverlayOptions,
  KeybindingsManager as TerminalKeys,
  TUI,
} from "@tau/tui";
import type { Theme } from "../../themes/index.ts";

export type ExtensionMode = "tui" | "rpc" | "json" | "print";

export interface ExtensionUIDialogOptions {
  /** Takes the dialog away. */
  signal?: AbortSignal;
  /** Milliseconds until the dialog goes away by itself. */
  timeout?: number;
}

export type WidgetPlacement = "aboveEditor" | "belowEditor";

export interface ExtensionWidgetOptions {
  /** Default `aboveEditor`. */
  placement?: WidgetPlacement;
}

export interface StatusOptions {
  /** Where there is no room for all, the lowest goes first. Tau's own have 20 to 90. Default: 35. */
  priority?: number;
  /** A shorter text, tried before it is left out of the line. */
  short?: string;
}

export type TerminalInputHandler = (data: string) => { consume?: boolean; data?: string } | undefined;

export interface WorkingIndicatorOptions {
  /** Drawn as they are; none hides the indicator. */
  frames?: string[];
  intervalMs?: number;
}

/** The keys of the whole application, as the user's file has them. */
export type AppKeybindingsManager = TerminalKeys & {
  readonly configPath: string | undefined;
  /** Reads the user's file again. */
  reload(): void;
  getEffectiveConfig(): KeybindingsConfig;
};

export type AutocompleteProviderFactory = (current: AutocompleteProvider) => AutocompleteProvider;
export type EditorFactory = (tui: TUI, theme: EditorTheme, keybindings: AppKeybindingsManager) => EditorComponent;

export type DisposableComponent = Component & { dispose?(): void };

/** What a footer cannot learn elsewhere. */
export interface ReadonlyFooterDataProvider {
  /** `null` outside a repository, `detached` where no branch is checked out. */
  getGitBranch(): string | null;
  getExtensionStatuses(): ReadonlyMap<string, string>;
  getAvailableProviderCount(): number;
  onBranchChange(callback: () => void): () => void;
}

/** Keys as the user has set them. */
export interface KeybindingHints {
  keyText(keybinding: Keybinding): string;
  keyHint(keybinding: Keybinding, description: string): string;
}

export interface CustomUIOptions {
  overlay?: boolean;
  overlayOptions?: OverlayOptions | (() => OverlayOptions);
  onHandle?: (handle: OverlayHandle) => void;
  /** What the terminal is told we wait for while the component is shown. */
  blocked?: { kind: string; message: string };
}

export interface ThemeChange {
  success: boolean;
  error?: string;
}

/**
 * How extensions reach the user. Each mode brings its own: a screen, a protocol that asks its client, or nothing, where a dialog is
 * answered at once as if the user had turned it away.
 */
export interface ExtensionUIContext {
  select(title: string, options: string[], opts?: ExtensionUIDialogOptions): Promise<string | undefined>;
  confirm(title: string, message: string, opts?: ExtensionUIDialogOptions): Promise<boolean>;
  input(title: string, placeholder?: string, opts?: ExtensionUIDialogOptions): Promise<string | undefined>;
  /** A dialog for several lines. */
  editor(title: string, prefill?: string): Promise<string | undefined>;
  notify(message: string, type?: "info" | "warning" | "error"): void;
  /** Sees every key before the screen does. */
  onTerminalInput(handler: TerminalInputHandler): () => void;
  /** `undefined` clears it. What the status line has no room for stands on a line of its own. */
  setStatus(key: string, text: string | undefined, options?: StatusOptions): void;
  /** Without an argument, the usual one comes back. */
  setWorkingMessage(message?: string): void;
  setWorkingVisible(visible: boolean): void;
  setWorkingIndicator(options?: WorkingIndicatorOptions): void;
  setHiddenThinkingLabel(label?: string): void;
  setWidget(key: string, content: string[] | undefined, options?: ExtensionWidgetOptions): void;
  setWidget(
    key: string,
    content: ((tui: TUI, theme: Theme) => DisposableComponent) | undefined,
    options?: ExtensionWidgetOptions,
  ): void;
  setFooter(
    factory: ((tui: TUI, theme: Theme, footerData: ReadonlyFooterDataProvider) => DisposableComponent) | undefined,
  ): void;
  setHeader(factory: ((tui: TUI, theme: Theme) => DisposableComponent) | undefined): void;
  setTitle(title: string): void;
  /** Shows a component with the keyboard until it calls `done`. */
  custom<T>(
    factory: (
      tui: TUI,
      theme: Theme,
      keybindings: AppKeybindingsManager,
      done: (result: T) => void,
    ) => DisposableComponent | Promise<DisposableComponent>,
    options?: CustomUIOptions,
  ): Promise<T>;
  pasteToEditor(text: string): void;
  setEditorText(text: string): void;
  getEditorText(): string;
  addAutocompleteProvider(factory: AutocompleteProviderFactory): void;
  /** `undefined` brings the usual editor back. */
  setEditorComponent(factory: EditorFactory | undefined): void;
  getEditorComponent(): EditorFactory | undefined;
  readonly theme: Theme;
  getAllThemes(): { name: string; path: string | undefined }[];
  getTheme(name: string): Theme | undefined;
  setTheme(theme: string | Theme): ThemeChange;
  getToolsExpanded(): boolean;
  setToolsExpanded(expanded: boolean): void;
}
