import type { SessionExtensions } from "../../../core/extensions/session/session-extensions.ts";
import type { SessionStart } from "../../../core/session/replace/session-runtime.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import type { ExtensionBinding } from "./bind-extensions.ts";

/** The extensions of whatever session is on the screen. What binds them to it is a module of its own, loaded where there are any. */
export class ScreenExtensions {
  private readonly context: InteractiveContext;
  private readonly drawn = Promise.withResolvers<void>();
  private binding: ExtensionBinding | undefined;
  private isOver = false;

  constructor(context: InteractiveContext) {
    this.context = context;
  }

  /** The first frame is there. */
  wakeUp(): void {
    this.drawn.resolve();
  }

  /** The user leaves: who sleeps may go on sleeping. */
  end(): void {
    this.isOver = true;
  }

  /** Those that sleep wake up when the first frame is there, or sooner if they are needed sooner. */
  async start(extensions: SessionExtensions, start: SessionStart): Promise<void> {
    await extensions.start(async () => (await this.bind()).introduce(), start);
    if (extensions.host) return;
    await this.drawn.promise;
    if (!this.isOver) await extensions.wake();
  }

  /** Loads them anew, those included that were found since. Returns whether there can be any. */
  async reload(): Promise<boolean> {
    const host = await this.context.session.extensions?.wake();
    if (host) await (await this.bind()).reload();
    return host !== undefined;
  }

  private async bind(): Promise<ExtensionBinding> {
    const { ExtensionBinding } = await import("./bind-extensions.ts");
    this.binding ??= new ExtensionBinding(this.context);
    return this.binding;
  }
}
