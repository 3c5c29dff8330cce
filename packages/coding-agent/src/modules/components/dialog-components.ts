import {
  type Component,
  Container,
  Editor,
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

  constructor(title: string, field: Focusable & Component) {
    super();
    this.field = field;
    this.addChild(new DynamicBorder());
    this.addChild(new Text(currentTheme().fg("accent", currentTheme().bold(title)), 1, 0));
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

export class ExtensionInputComponent extends Dialog {
  constructor(title: string, placeholder: string | undefined, onSubmit: (value: string) => void, onCancel: () => void) {
    const input = new Input(placeholder === undefined ? {} : { placeholder });
    input.onSubmit = onSubmit;
    input.onEscape = onCancel;
    super(title, input);
  }

  dispose(): void {
    // Nothing runs in it.
  }
}

export class ExtensionEditorComponent extends Dialog {
  private readonly keybindings: KeybindingsManager;
  private readonly cancel: () => void;

  constructor(
    tui: TUI,
    keybindings: KeybindingsManager,
    title: string,
    prefill: string | undefined,
    onSubmit: (value: string) => void,
    onCancel: () => void,
  ) {
    const editor = new Editor(tui, getEditorTheme());
    editor.onSubmit = onSubmit;
    if (prefill) editor.setText(prefill);
    super(title, editor);
    this.keybindings = keybindings;
    this.cancel = onCancel;
  }

  override handleInput(data: string): void {
    if (this.keybindings.matches(data, "tui.select.cancel")) this.cancel();
    else super.handleInput(data);
  }
}

/** Walks the user through a login: what to open, what to type, what is waited for. */
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

  showDeviceCode({ userCode, verificationUri }: { userCode: string; verificationUri: string }): void {
    this.say([`Open ${verificationUri}`, `and enter the code ${userCode}`]);
  }

  showDetails(lines: readonly string[]): void {
    this.say(lines);
  }

  showInfo(message: string): void {
    this.say([message]);
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

  /** Rejects when the user turns the dialog away. */
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
