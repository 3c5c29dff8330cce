import type { OAuthAuthInfo, OAuthDeviceCodeInfo, OAuthPrompt } from "@tau/ai";
import { type Component, type Focusable, getKeybindings, hyperlink, Input, wrapTextWithAnsi } from "@tau/tui";
import type { Theme } from "../../../../core/themes/index.ts";
import { joinHints, keyHint } from "../../keys/key-text.ts";

export interface LoginDialogParts {
  readonly theme: () => Theme;
  requestRender(): void;
  /** Copies the link or the code to the clipboard. */
  copy(text: string): void;
  onCancel(): void;
  readonly now?: () => number;
}

/** Shows what the user has to do outside Tau to sign in, and the remaining time. */
export class LoginDialog implements Component, Focusable {
  focused = false;
  private readonly parts: LoginDialogParts;
  private readonly now: () => number;
  private task: ((width: number) => string[]) | undefined;
  private copied: string | undefined;
  private copyable = "";
  private progress = "Asking the sign-in server…";
  private question: { readonly message: string; readonly input: Input } | undefined;
  private ticking: NodeJS.Timeout | undefined;

  constructor(parts: LoginDialogParts) {
    this.parts = parts;
    this.now = parts.now ?? Date.now;
  }

  get hint(): string {
    const copy = this.copyable === "" ? "" : (this.copied ?? keyHint("app.message.copy", "copy"));
    const accept = this.question ? keyHint("tui.input.submit", "accept") : "";
    return joinHints(accept, copy, keyHint("tui.select.cancel", "cancel"));
  }

  showLink({ url, instructions = "Open the link and sign in." }: OAuthAuthInfo): void {
    this.copyable = url;
    this.task = (width) => [
      ...wrapTextWithAnsi(instructions, width),
      ...wrapTextWithAnsi(this.parts.theme().fg("accent", url), width).map((line) => hyperlink(line, url)),
    ];
    this.report("Waiting for the browser to come back…");
  }

  showCode({ userCode, verificationUri, expiresInSeconds }: OAuthDeviceCodeInfo): void {
    this.copyable = userCode;
    const end = expiresInSeconds === undefined ? undefined : this.now() + expiresInSeconds * 1000;
    this.task = (width) => {
      const theme = this.parts.theme();
      const left = end === undefined ? "" : `The code is valid for ${remaining(end - this.now())}.`;
      return [
        ...wrapTextWithAnsi(`Open ${hyperlink(theme.fg("accent", verificationUri), verificationUri)}`, width),
        `and enter the code ${theme.fg("accent", theme.bold(userCode))}`,
        ...(left === "" ? [] : [theme.fg("muted", left)]),
      ];
    };
    this.ticking ??= setInterval(() => this.parts.requestRender(), 1000);
    this.report("Waiting for you to enter it…");
  }

  report(message: string): void {
    this.progress = message;
    this.parts.requestRender();
  }

  /** Asks for a line of text. Never resolves if the sign-in is cancelled. */
  ask({ message, placeholder = "", allowEmpty = false }: OAuthPrompt): Promise<string> {
    const input = new Input({ prompt: "› ", placeholder });
    this.question = { message, input };
    this.parts.requestRender();
    return new Promise((resolve) => {
      input.onSubmit = (text) => {
        if (text.trim() === "" && !allowEmpty) return;
        this.question = undefined;
        this.parts.requestRender();
        resolve(text);
      };
    });
  }

  handleInput(data: string): void {
    const keys = getKeybindings();
    if (keys.matches(data, "tui.select.cancel")) this.parts.onCancel();
    else if (this.copyable !== "" && keys.matches(data, "app.message.copy")) {
      this.parts.copy(this.copyable);
      this.copied = "copied";
    } else this.question?.input.handleInput(data);
  }

  invalidate(): void {
    this.question?.input.invalidate();
  }

  dispose(): void {
    clearInterval(this.ticking);
  }

  render(width: number): string[] {
    const task = this.task?.(width) ?? [];
    if (!this.question) return [...task, this.parts.theme().fg("muted", this.progress)];
    const { message, input } = this.question;
    input.focused = this.focused;
    return [...task, ...wrapTextWithAnsi(message, width), ...input.render(width)];
  }
}

function remaining(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
