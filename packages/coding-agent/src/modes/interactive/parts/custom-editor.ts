import {
  Editor,
  type EditorOptions,
  type EditorTheme,
  type Keybinding,
  type KeybindingsManager,
  type TUI,
  visibleWidth,
} from "@tau/tui";

export type CustomEditorOptions = EditorOptions & { embedWorkingStatus?: boolean };

/** What runs now, as it is drawn into a line. */
export interface BorderStatus {
  renderInBorder(width: number): string;
}

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
  private status: BorderStatus | undefined;

  constructor(tui: TUI, theme: EditorTheme, keybindings: KeybindingsManager, options: CustomEditorOptions = {}) {
    const { embedWorkingStatus = false, ...rest } = options;
    super(tui, theme, rest);
    this.keybindings = keybindings;
    this.embedWorkingStatus = embedWorkingStatus;
  }

  /** Shown in the line above the text, where the editor was made to show it. */
  setWorkingStatusIndicator(indicator: BorderStatus | undefined): void {
    this.status = indicator;
    this.invalidate();
  }

  protected override renderTopBorder(width: number, hiddenLineCount: number): string {
    const usual = super.renderTopBorder(width, hiddenLineCount);
    const text = this.embedWorkingStatus ? this.status?.renderInBorder(Math.max(0, width - 4)) : undefined;
    if (!text) return usual;
    const rest = Math.max(0, width - visibleWidth(text) - 4);
    return `${this.borderColor("─ ")}${text}${this.borderColor(` ${"─".repeat(rest)}─`)}`;
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
