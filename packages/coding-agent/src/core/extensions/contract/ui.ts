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
  /** Closes the dialog when aborted. */
  signal?: AbortSignal;
  /** Milliseconds until the dialog closes automatically. */
  timeout?: number;
}

export type WidgetPlacement = "aboveEditor" | "belowEditor";

export interface ExtensionWidgetOptions {
  /** Default `aboveEditor`. */
  placement?: WidgetPlacement;
}

export interface StatusOptions {
  /** If the line is too narrow, the text with the lowest priority is dropped first. Tau's own texts have 20 to 90. Default: 35. */
  priority?: number;
  /** A shorter text, tried before the text is dropped. */
  short?: string;
}

export type TerminalInputHandler = (data: string) => { consume?: boolean; data?: string } | undefined;

export interface WorkingIndicatorOptions {
  /** The frames are drawn unchanged; an empty list hides the indicator. */
  frames?: string[];
  intervalMs?: number;
}

/** The key bindings of the whole application, including the user's file. */
export type AppKeybindingsManager = TerminalKeys & {
  readonly configPath: string | undefined;
  /** Reads the user's file again. */
  reload(): void;
  getEffectiveConfig(): KeybindingsConfig;
};

export type AutocompleteProviderFactory = (current: AutocompleteProvider) => AutocompleteProvider;
export type EditorFactory = (tui: TUI, theme: EditorTheme, keybindings: AppKeybindingsManager) => EditorComponent;

export type DisposableComponent = Component & { dispose?(): void };

/** Data for a footer that is not available elsewhere. */
export interface ReadonlyFooterDataProvider {
  /** Returns `null` outside a repository, and `detached` if no branch is checked out. */
  getGitBranch(): string | null;
  getExtensionStatuses(): ReadonlyMap<string, string>;
  getAvailableProviderCount(): number;
  onBranchChange(callback: () => void): () => void;
}

/** Key hints that follow the user's key bindings. */
export interface KeybindingHints {
  keyText(keybinding: Keybinding): string;
  keyHint(keybinding: Keybinding, description: string): string;
}

export interface CustomUIOptions {
  overlay?: boolean;
  overlayOptions?: OverlayOptions | (() => OverlayOptions);
  onHandle?: (handle: OverlayHandle) => void;
  /** Reported to the terminal as what Tau waits for while the component is shown. */
  blocked?: { kind: string; message: string };
}

export interface ThemeChange {
  success: boolean;
  error?: string;
}

/**
 * The interface through which extensions reach the user. Each mode implements it: with a screen, with a protocol that asks its client, or
 * without a user; in the last case every dialog returns at once as if the user had dismissed it.
 */
export interface ExtensionUIContext {
  select(title: string, options: string[], opts?: ExtensionUIDialogOptions): Promise<string | undefined>;
  confirm(title: string, message: string, opts?: ExtensionUIDialogOptions): Promise<boolean>;
  input(title: string, placeholder?: string, opts?: ExtensionUIDialogOptions): Promise<string | undefined>;
  /** Opens a dialog for several lines of text. */
  editor(title: string, prefill?: string): Promise<string | undefined>;
  notify(message: string, type?: "info" | "warning" | "error"): void;
  /** Receives every key before the screen does. */
  onTerminalInput(handler: TerminalInputHandler): () => void;
  /** Sets a text in the status line; `undefined` removes it. Texts that do not fit are shown on a separate line. */
  setStatus(key: string, text: string | undefined, options?: StatusOptions): void;
  /** Without an argument, restores the default message. */
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
  /** Shows a component with keyboard focus until it calls `done`. */
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
  /** `undefined` restores the default editor. */
  setEditorComponent(factory: EditorFactory | undefined): void;
  getEditorComponent(): EditorFactory | undefined;
  readonly theme: Theme;
  getAllThemes(): { name: string; path: string | undefined }[];
  getTheme(name: string): Theme | undefined;
  setTheme(theme: string | Theme): ThemeChange;
  getToolsExpanded(): boolean;
  setToolsExpanded(expanded: boolean): void;
}
