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

/** The current work, drawn into a border line. */
export interface BorderStatus {
  renderInBorder(width: number): string;
}

/** The base of extensions' editors. Calls the handlers for keys of the application; all other keys edit. */
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

  /** Sets the status shown in the line above the text, if the editor was created with `embedWorkingStatus`. */
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
