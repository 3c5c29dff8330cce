import {
  Editor,
  type EditorOptions,
  type EditorTheme,
  type Keybinding,
  type KeybindingsManager,
  type TUI,
} from "@tau/tui";

export type CustomEditorOptions = EditorOptions & { embedWorkingStatus?: boolean };

/** The editor that extensions build theirs on: keys of the application go to who asked for them, all others edit. */
export class CustomEditor extends Editor {
  readonly embedWorkingStatus: boolean;
  readonly actionHandlers = new Map<Keybinding, () => void>();
  onEscape?: () => void;
  onCtrlD?: () => void;
  onPasteImage?: () => void;
  /** Returns whether an extension's shortcut took the key. */
  onExtensionShortcut?: (data: string) => boolean;
  private readonly keybindings: KeybindingsManager;

  constructor(tui: TUI, theme: EditorTheme, keybindings: KeybindingsManager, options: CustomEditorOptions = {}) {
    const { embedWorkingStatus = false, ...rest } = options;
    super(tui, theme, rest);
    this.keybindings = keybindings;
    this.embedWorkingStatus = embedWorkingStatus;
  }

  onAction(action: Keybinding, handler: () => void): void {
    this.actionHandlers.set(action, handler);
  }

  override handleInput(data: string): void {
    if (this.onExtensionShortcut?.(data) || this.runApplicationKey(data)) return;
    super.handleInput(data);
  }

  private runApplicationKey(data: string): boolean {
    const is = (action: string) => this.keybindings.matches(data, action as Keybinding);
    const own = is("app.interrupt")
      ? this.onEscape
      : is("app.exit") && this.getText() === ""
        ? this.onCtrlD
        : undefined;
    const handler = own ?? [...this.actionHandlers].find(([action]) => is(action))?.[1];
    handler?.();
    return handler !== undefined;
  }
}
