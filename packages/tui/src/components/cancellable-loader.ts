import { getKeybindings } from "../keys/index.ts";
import { Loader } from "./loader.ts";

/** A loader that the cancel key aborts. */
export class CancellableLoader extends Loader {
  onAbort?: () => void;
  private readonly abortController = new AbortController();

  get signal(): AbortSignal {
    return this.abortController.signal;
  }

  get aborted(): boolean {
    return this.abortController.signal.aborted;
  }

  handleInput(data: string): void {
    if (this.aborted || !getKeybindings().matches(data, "tui.select.cancel")) return;
    this.abortController.abort();
    this.onAbort?.();
  }
}
