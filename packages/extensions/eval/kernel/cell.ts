import type { Bundle, CellFrame, KernelRequest, StatusEvent } from "./protocol.ts";

export interface CellRequest {
  readonly code: string;
  /** `ts` has its types removed. */
  readonly language?: string;
  /** Absent: no limit. Time in which the cell waits for tools does not count. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface CellEvents {
  onText(text: string): void;
  onBundle(bundle: Bundle): void;
  onStatus(status: StatusEvent): void;
  /** Resolves to the JSON text of the tool's value. */
  onCall(tool: string, args: unknown): Promise<string>;
  /** A sentence about the kernel, before the cell runs. */
  onNotice?(notice: string): void;
}

export interface CellFailure {
  readonly name: string;
  readonly message: string;
  /** The lines that a person reads. */
  readonly text: string;
}

/** `cancelled`: the caller aborted. `died`: the kernel ended, with all its variables. */
export interface CellOutcome {
  readonly status: "ok" | "error" | "cancelled" | "timeout" | "died";
  readonly failure?: CellFailure;
  /** Why the kernel ended. */
  readonly ending?: string;
  readonly durationMs: number;
}

interface Wire {
  send(line: string): void;
  /** Ends the kernel. */
  end(reason: string): void;
}

/** How long an interrupted cell has until the kernel is ended. */
const GRACE_MS = 3000;
const AGAIN_MS = 700;

/** One cell from its start to its end: its limits, its interrupts, the calls of tools that it makes. */
export class RunningCell {
  readonly id: number;
  readonly ended: Promise<CellOutcome>;
  isOver = false;
  private readonly request: CellRequest;
  private readonly events: CellEvents;
  private readonly wire: Wire;
  private readonly outcome = Promise.withResolvers<CellOutcome>();
  private readonly begun = performance.now();
  private readonly onAbort = () => this.interrupt("cancelled");
  private failure: CellFailure | undefined;
  private interrupted: "cancelled" | "timeout" | undefined;
  private grace: NodeJS.Timeout | undefined;
  private again: NodeJS.Timeout | undefined;
  private limit: NodeJS.Timeout | undefined;
  private limitBegun = 0;
  private left: number;
  private pendingCalls = 0;

  constructor(id: number, request: CellRequest, events: CellEvents, wire: Wire) {
    this.id = id;
    this.request = request;
    this.events = events;
    this.wire = wire;
    this.left = request.timeoutMs ?? Number.POSITIVE_INFINITY;
    this.ended = this.outcome.promise;
  }

  start(): void {
    const { code, language, signal } = this.request;
    this.send({ type: "run", id: this.id, code, ...(language === undefined ? {} : { language }) });
    signal?.addEventListener("abort", this.onAbort, { once: true });
    if (signal?.aborted) this.onAbort();
    this.startLimit();
  }

  receiveText(text: string): void {
    if (!this.isOver) this.events.onText(text);
  }

  receive(frame: CellFrame): void {
    if (this.isOver) return;
    if (frame.type === "display" || frame.type === "result") this.events.onBundle(frame.bundle);
    else if (frame.type === "status") this.events.onStatus(frame.status);
    else if (frame.type === "call") void this.answer(frame.call, frame.tool, frame.args);
    else if (frame.type === "error")
      this.failure = { name: frame.ename, message: frame.evalue, text: frame.traceback.join("\n") };
    else if (frame.type === "done") this.finish(this.statusOf(frame));
  }

  died(ending: string): void {
    this.finish("died", ending);
  }

  private statusOf({ status, cancelled }: { status: "ok" | "error"; cancelled: boolean }): CellOutcome["status"] {
    // A cell that caught the interrupt, or ended by another error, was still interrupted.
    if (this.interrupted) return this.interrupted;
    return status === "ok" ? "ok" : cancelled ? "cancelled" : "error";
  }

  private finish(status: CellOutcome["status"], ending?: string): void {
    if (this.isOver) return;
    this.isOver = true;
    clearTimeout(this.limit);
    clearTimeout(this.grace);
    clearInterval(this.again);
    this.request.signal?.removeEventListener("abort", this.onAbort);
    const { failure } = this;
    this.outcome.resolve({
      status,
      durationMs: performance.now() - this.begun,
      ...(failure && { failure }),
      ...(ending !== undefined && { ending }),
    });
  }

  private interrupt(cause: "cancelled" | "timeout"): void {
    if (this.isOver || this.interrupted) return;
    this.interrupted = cause;
    clearTimeout(this.limit);
    this.send({ type: "interrupt", id: this.id });
    // Code may take the first interrupt for the end of a program that it has started.
    this.again = setInterval(() => this.send({ type: "interrupt", id: this.id }), AGAIN_MS);
    const why = cause === "timeout" ? "reached its time limit" : "was stopped";
    this.grace = setTimeout(
      () => this.wire.end(`the cell ${why} and did not react to an interrupt, so its process was ended`),
      GRACE_MS,
    );
  }

  private async answer(call: number, tool: string, args: unknown): Promise<void> {
    this.pendingCalls++;
    this.stopLimit();
    const line = await this.events.onCall(tool, args).then(
      (json) => `{"type":"answer","call":${call},"ok":true,"value":${json}}\n`,
      (error: unknown) =>
        lineOf({ type: "answer", call, ok: false, error: error instanceof Error ? error.message : String(error) }),
    );
    this.pendingCalls--;
    if (this.isOver) return;
    this.wire.send(line);
    this.startLimit();
  }

  private startLimit(): void {
    if (this.pendingCalls > 0 || this.interrupted || this.left === Number.POSITIVE_INFINITY) return;
    this.limitBegun = performance.now();
    this.limit = setTimeout(() => this.interrupt("timeout"), this.left);
  }

  private stopLimit(): void {
    if (this.limit === undefined) return;
    clearTimeout(this.limit);
    this.limit = undefined;
    this.left = Math.max(1, this.left - (performance.now() - this.limitBegun));
  }

  private send(request: KernelRequest): void {
    this.wire.send(lineOf(request));
  }
}

function lineOf(request: KernelRequest): string {
  return `${JSON.stringify(request)}\n`;
}
