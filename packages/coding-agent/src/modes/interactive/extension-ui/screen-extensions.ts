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
    const isAwake = extensions.host !== undefined;
    await this.drawn.promise;
    if (this.isOver) return;
    if (!isAwake) await extensions.wake();
    this.drawLate(extensions);
    if (!isAwake && extensions.batteries?.some(({ draws }) => draws !== undefined)) this.context.screen.repaint();
  }

  /** What a battery draws is drawn again once its code is there. */
  private drawLate({ registered }: SessionExtensions): void {
    registered?.drawLate(() => this.context.screen.repaint());
  }

  /** Loads them anew, those included that were found since. Returns whether there can be any. */
  async reload(): Promise<boolean> {
    const { extensions } = this.context.session;
    if (!extensions) return false;
    await extensions.wake();
    await (await this.bind()).reload();
    this.drawLate(extensions);
    return true;
  }

  private async bind(): Promise<ExtensionBinding> {
    const { ExtensionBinding } = await import("./bind-extensions.ts");
    this.binding ??= new ExtensionBinding(this.context);
    return this.binding;
  }
}
