import type { Language } from "../cells/parse-cells.ts";
import type { Kernel, KernelLaunch } from "./kernel.ts";

/** What a kernel belongs to: one session, or one agent in it, and a folder. */
export interface KernelOwner {
  readonly session: string;
  readonly cwd: string;
}

export interface KernelStart {
  readonly language: Language;
  readonly owner: KernelOwner;
  readonly isConfined: boolean;
  /** Stops the start of a new kernel. */
  readonly signal?: AbortSignal | undefined;
  launch(): Promise<KernelLaunch>;
}

/** A kernel for a cell, and what the model should know about it. */
export interface TakenKernel {
  readonly kernel: Kernel;
  /** Why the kernel is a new one although cells ran before. */
  readonly lost?: string;
}

interface Slot {
  kernel?: Kernel | undefined;
  /** The cells wait for each other. */
  turn: Promise<unknown>;
  /** Why the kernel that was here has ended; its variables are lost. */
  lost?: string | undefined;
}

type StartKernel = (launch: KernelLaunch, signal?: AbortSignal) => Promise<Kernel>;

const MOST_KERNELS = 4;
const SWEEP_MS = 30_000;

/** The kernels of a session. A kernel starts with its first cell and lives as long as the session. */
export class Kernels {
  private readonly slots = new Map<string, Slot>();
  private readonly start: StartKernel;
  private readonly idleMs: () => number;
  private sweep: NodeJS.Timeout | undefined;

  constructor(start: StartKernel, idleMs: () => number) {
    this.start = start;
    this.idleMs = idleMs;
  }

  /** Runs work with a kernel, after the work that was given before. */
  async use<T>(start: KernelStart, work: (taken: TakenKernel) => Promise<T>): Promise<T> {
    const slot = this.slotOf(start.language, start.owner);
    const turn = slot.turn.then(async () => work(await this.take(slot, start)));
    slot.turn = turn.catch(() => undefined);
    return await turn;
  }

  /** Ends the kernel of one language, after the cells that wait. Resolves to whether there was one. */
  async reset(language: Language, owner: KernelOwner): Promise<boolean> {
    const slot = this.slotOf(language, owner);
    const turn = slot.turn.then(async () => {
      const { kernel } = slot;
      slot.kernel = undefined;
      slot.lost = undefined;
      await kernel?.end("it was reset");
      return kernel !== undefined;
    });
    slot.turn = turn;
    return await turn;
  }

  list(): { readonly key: string; readonly kernel: Kernel }[] {
    return [...this.slots].flatMap(([key, { kernel }]) => (kernel?.isAlive ? [{ key, kernel }] : []));
  }

  async endAll(): Promise<void> {
    clearInterval(this.sweep);
    this.sweep = undefined;
    await Promise.all(this.list().map(({ kernel }) => kernel.end("the session has ended")));
  }

  private slotOf(language: Language, { session, cwd }: KernelOwner): Slot {
    const key = [language, session, cwd].join("\n");
    const slot = this.slots.get(key) ?? { turn: Promise.resolve() };
    this.slots.set(key, slot);
    return slot;
  }

  private async take(slot: Slot, { isConfined, launch, signal }: KernelStart): Promise<TakenKernel> {
    const before = slot.kernel;
    if (before?.isAlive && before.isConfined !== isConfined)
      await before.end("the permission mode has changed, and with it whether cells run in the sandbox");
    if (before?.isAlive) return { kernel: before };
    if (before) slot.lost = before.cells > 0 ? (before.endReason ?? "it has ended") : undefined;
    slot.kernel = undefined;
    await this.makeRoom();
    const kernel = await this.startTwice(await launch(), signal);
    slot.kernel = kernel;
    this.sweep ??= setInterval(() => this.endIdle(), SWEEP_MS).unref();
    const { lost } = slot;
    slot.lost = undefined;
    return { kernel, ...(lost === undefined ? {} : { lost }) };
  }

  /** A kernel that fails to start is started once more, unless the user has stopped it. */
  private async startTwice(launch: KernelLaunch, signal: AbortSignal | undefined): Promise<Kernel> {
    return await this.start(launch, signal).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      return this.start(launch, signal);
    });
  }

  private async makeRoom(): Promise<void> {
    const idle = this.list()
      .map(({ kernel }) => kernel)
      .filter(({ isBusy }) => !isBusy)
      .toSorted((a, b) => a.usedAt - b.usedAt);
    if (this.list().length < MOST_KERNELS) return;
    await idle[0]?.end(`only ${MOST_KERNELS} kernels run at once, and another was needed`);
  }

  private endIdle(): void {
    const idleMs = this.idleMs();
    if (idleMs <= 0) return;
    for (const { kernel } of this.list())
      if (!kernel.isBusy && Date.now() - kernel.usedAt > idleMs)
        void kernel.end(`it was idle for more than ${Math.round(idleMs / 60_000)} minutes`);
  }
}
