import type { SessionExtensions } from "../../../core/extensions/session/session-extensions.ts";
import type { SessionStart } from "../../../core/session/replace/session-runtime.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import type { ExtensionBinding } from "./bind-extensions.ts";

/** The extensions of the session on the screen. The module that binds them is loaded only if there are any. */
export class ScreenExtensions {
  private readonly context: InteractiveContext;
  private readonly drawn = Promise.withResolvers<void>();
  private binding: ExtensionBinding | undefined;
  private isOver = false;

  constructor(context: InteractiveContext) {
    this.context = context;
  }

  /** Called when the first frame is drawn. */
  wakeUp(): void {
    this.drawn.resolve();
  }

  /** Called when the user exits: extensions that are still asleep are not woken any more. */
  end(): void {
    this.isOver = true;
  }

  /** Starts the extensions. Those that are asleep wake up after the first frame, or earlier if needed. */
  async start(extensions: SessionExtensions, start: SessionStart): Promise<void> {
    await extensions.start(async () => (await this.bind()).introduce(), start);
    const isAwake = extensions.host !== undefined;
    await this.drawn.promise;
    if (this.isOver) return;
    if (!isAwake) await extensions.wake();
    this.drawLate(extensions);
    if (!isAwake && extensions.batteries?.some(({ draws }) => draws !== undefined)) this.context.screen.repaint();
  }

  /** Redraws the output of batteries when their code is loaded. */
  private drawLate({ registered }: SessionExtensions): void {
    registered?.drawLate(() => this.context.screen.repaint());
  }

  /** Reloads the extensions, including new ones. Resolves to whether there can be any. */
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
