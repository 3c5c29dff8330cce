import { CancellableLoader, Container, Loader, Spacer, Text, type TUI } from "@tau/tui";
import type { Theme } from "../../../core/themes/index.ts";
import { keyHint } from "../keys/key-text.ts";
import { DynamicBorder } from "./dynamic-border.ts";

/** Shows between two lines that work is in progress, and lets the user stop it. */
export class BorderedLoader extends Container {
  private readonly loader: Loader;
  private readonly never = new AbortController();

  constructor(tui: TUI, theme: Theme, message: string, { cancellable = true }: { cancellable?: boolean } = {}) {
    super();
    const border = (text: string) => theme.fg("border", text);
    const Kind = cancellable ? CancellableLoader : Loader;
    this.loader = new Kind(
      tui,
      (text) => theme.fg("accent", text),
      (text) => theme.fg("muted", text),
      message,
    );
    this.addChild(new DynamicBorder(border));
    this.addChild(this.loader);
    if (cancellable) {
      this.addChild(new Spacer(1));
      this.addChild(new Text(theme.fg("dim", keyHint("tui.select.cancel", "cancel")), 1, 0));
    }
    this.addChild(new DynamicBorder(border));
  }

  get signal(): AbortSignal {
    return this.loader instanceof CancellableLoader ? this.loader.signal : this.never.signal;
  }

  set onAbort(listener: (() => void) | undefined) {
    if (this.loader instanceof CancellableLoader && listener) this.loader.onAbort = listener;
  }

  handleInput(data: string): void {
    if (this.loader instanceof CancellableLoader) this.loader.handleInput(data);
  }

  dispose(): void {
    this.loader.stop();
  }
}
