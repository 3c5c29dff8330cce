import type { AuthEvent } from "@tau/ai";
import {
  type Component,
  Container,
  Editor,
  type EditorOptions,
  editExternally,
  type Focusable,
  Input,
  type KeybindingsManager,
  Spacer,
  Text,
  type TUI,
} from "@tau/tui";
import { keyHint } from "../../modes/interactive/keys/key-text.ts";
import { currentTheme, getEditorTheme } from "../../modes/interactive/parts/current-theme.ts";
import { DynamicBorder } from "../../modes/interactive/parts/dynamic-border.ts";

/** A title and a field, between two lines. */
class Dialog extends Container implements Focusable {
  private readonly field: Focusable & Component;

  constructor(title: string, field: Focusable & Component, description?: string) {
    super();
    this.field = field;
    this.addChild(new DynamicBorder());
    this.addChild(new Text(currentTheme().fg("accent", currentTheme().bold(title)), 1, 0));
    if (description !== undefined) this.addChild(new Text(currentTheme().fg("muted", description), 1, 0));
    this.addChild(new Spacer(1));
    this.addChild(field);
    this.addChild(new Text(currentTheme().fg("dim", keyHint("tui.select.cancel", "cancel")), 1, 0));
    this.addChild(new DynamicBorder());
  }

  get focused(): boolean {
    return this.field.focused;
  }

  set focused(value: boolean) {
    this.field.focused = value;
  }

  handleInput(data: string): void {
    this.field.handleInput?.(data);
  }
}

export interface ExtensionInputOptions {
  readonly tui?: TUI;
  /** Milliseconds until the dialog is dismissed automatically. */
  readonly timeout?: number;
  readonly initialValue?: string;
  readonly description?: string;
}

export class ExtensionInputComponent extends Dialog {
  private readonly timer: NodeJS.Timeout | undefined;

  constructor(
    title: string,
    placeholder: string | undefined,
    onSubmit: (value: string) => void,
    onCancel: () => void,
    { timeout, initialValue, description }: ExtensionInputOptions = {},
  ) {
    const input = new Input(placeholder === undefined ? {} : { placeholder });
    input.onSubmit = onSubmit;
    input.onEscape = onCancel;
    if (initialValue !== undefined) input.setValue(initialValue);
    super(title, input, description);
    this.timer = timeout === undefined ? undefined : setTimeout(onCancel, timeout);
  }

  dispose(): void {
    clearTimeout(this.timer);
  }
}

export interface ExtensionEditorOptions extends EditorOptions {
  readonly description?: string;
}

export class ExtensionEditorComponent extends Dialog {
  private readonly keybindings: KeybindingsManager;
  private readonly cancel: () => void;
  private readonly editOutside: () => void;

  constructor(
    tui: TUI,
    keybindings: KeybindingsManager,
    title: string,
    prefill: string | undefined,
    onSubmit: (value: string) => void,
    onCancel: () => void,
    { description, ...options }: ExtensionEditorOptions = {},
    externalEditorCommand?: string,
  ) {
    const editor = new Editor(tui, getEditorTheme(), options);
    editor.onSubmit = onSubmit;
    if (prefill) editor.setText(prefill);
    super(title, editor, description);
    this.keybindings = keybindings;
    this.cancel = onCancel;
    const command = externalEditorCommand ?? process.env.VISUAL ?? process.env.EDITOR ?? "vi";
    this.editOutside = () => void editExternally(editor, tui, { command });
  }

  override handleInput(data: string): void {
    if (this.keybindings.matches(data, "tui.select.cancel")) this.cancel();
    else if (this.keybindings.matches(data, "app.editor.external")) this.editOutside();
    else super.handleInput(data);
  }
}

/** A link to a page with more information. */
export interface AuthInfoLink {
  readonly url: string;
  readonly label?: string;
}

type DeviceCode = Omit<Extract<AuthEvent, { type: "device_code" }>, "type"> & {
  /** These two are accepted but ignored: the user opens the page and copies the code. */
  readonly openBrowserOnConfirm?: boolean;
  readonly copyCodeOnConfirm?: boolean;
};

/** Guides the user through a login: what to open, what to type, and what the program is waiting for. */
export class LoginDialogComponent extends Container implements Focusable {
  focused = false;
  private readonly tui: TUI;
  private readonly body = new Container();
  private readonly controller = new AbortController();
  private readonly done: (success: boolean, message?: string) => void;
  private input: Input | undefined;

  constructor(
    tui: TUI,
    providerId: string,
    onComplete: (success: boolean, message?: string) => void,
    providerName = providerId,
    title = `Log in to ${providerName}`,
  ) {
    super();
    this.tui = tui;
    this.done = onComplete;
    this.addChild(new DynamicBorder());
    this.addChild(new Text(currentTheme().fg("accent", currentTheme().bold(title)), 1, 0));
    this.addChild(this.body);
    this.addChild(new DynamicBorder());
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  showAuth(url: string, instructions = ""): void {
    this.say(["Open this address in a browser:", url, instructions]);
  }

  showDeviceCode({ userCode, verificationUri, expiresInSeconds }: DeviceCode): void {
    const minutes = expiresInSeconds === undefined ? "" : `It is good for ${Math.ceil(expiresInSeconds / 60)} minutes.`;
    this.say([`Open ${verificationUri}`, `and enter the code ${userCode}`, minutes]);
  }

  showDetails(lines: readonly string[]): void {
    this.say(lines);
  }

  showInfo(message: string, links: readonly AuthInfoLink[] = [], showCloseHint = false): void {
    const hint = showCloseHint ? currentTheme().fg("dim", keyHint("tui.select.cancel", "close")) : "";
    this.say([message, ...links.map(({ url, label }) => (label ? `${label}: ${url}` : url)), hint]);
  }

  showWaiting(message: string): void {
    this.say([message]);
  }

  showProgress(message: string): void {
    this.say([message]);
  }

  showManualInput(prompt: string): Promise<string> {
    return this.showPrompt(prompt);
  }

  /** Rejects if the user dismisses the dialog. */
  showPrompt(message: string, placeholder?: string): Promise<string> {
    this.say([message]);
    const input = new Input(placeholder === undefined ? {} : { placeholder });
    this.input = input;
    this.body.addChild(input);
    return new Promise((resolve, reject) => {
      input.onSubmit = resolve;
      this.signal.addEventListener("abort", () => reject(this.signal.reason), { once: true });
    });
  }

  handleInput(data: string): void {
    if (data !== "\x1b") this.input?.handleInput(data);
    else {
      this.controller.abort(new Error("Login cancelled"));
      this.done(false, "Login cancelled");
    }
  }

  private say(lines: readonly string[]): void {
    for (const line of lines) if (line !== "") this.body.addChild(new Text(line, 1, 0));
    this.tui.requestRender();
  }
}
