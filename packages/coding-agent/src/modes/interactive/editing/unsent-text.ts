import type { Session } from "../../../core/session/session.ts";
import type { AgentSessionEvent } from "../../../core/session/session-event.ts";
import type { Draft } from "../screen/draft.ts";
import { claimUnsent, removeUnsent, type Unsent, unsentPath, writeUnsent } from "./unsent-file.ts";

/** Shorter texts are typed again sooner than they are read. */
const FEWEST_CHARACTERS = 4;
const QUIET_MS = 500;
const LONGEST_MS = 5000;

/**
 * Keeps what is in the editor in a file, so that a crash does not take it along. It is written when the keys rest for a moment, when
 * messages come back from the queue, and when Tau is left; what was sent is in the log before it leaves this file.
 */
export class UnsentText {
  private readonly draft: Pick<Draft, "peek">;
  private readonly session: () => Pick<Session, "log" | "hasMessages">;
  private timer: NodeJS.Timeout | undefined;
  private firstKey = 0;
  private lastKey = 0;
  /** What the file holds, and where it is. */
  private kept: { readonly path: string; readonly text: string; readonly imageCount: number } | undefined;

  constructor(draft: Pick<Draft, "peek">, session: () => Pick<Session, "log" | "hasMessages">) {
    this.draft = draft;
    this.session = session;
  }

  /** A key was pressed: its text is written as soon as it is calm. Costs a key no more than a look at the clock. */
  touched(): void {
    this.lastKey = performance.now();
    if (this.timer) return;
    this.firstKey = this.lastKey;
    this.wait();
  }

  readonly handle = (event: AgentSessionEvent): void => {
    const isSent = event.type === "message_end" && event.message.role === "user";
    if (this.kept && (isSent || event.type === "queue_update")) this.save();
  };

  save(): void {
    const { text, images } = this.draft.peek();
    const isWorthIt = text.trim().length >= FEWEST_CHARACTERS || images.length > 0;
    const path = isWorthIt ? this.path() : undefined;
    if (path === undefined) this.forget();
    else if (!this.holds(path, text, images.length)) this.write(path, { text, images });
  }

  /** What a crash left of the present session; it stays in the file. */
  recover(): Unsent | undefined {
    const path = this.path();
    // Where this text is kept already, it is the one in the editor.
    const left = path === undefined || path === this.kept?.path ? undefined : claimUnsent(path);
    // A text that came along from another session has a file of its own until both are in one.
    if (path !== undefined && left) this.kept ??= { path, text: left.text, imageCount: left.images.length };
    return left;
  }

  /** Whoever leaves with a text in the editor, as when the terminal is closed, finds it again. */
  close(): void {
    clearTimeout(this.timer);
    this.save();
  }

  private wait(milliseconds = QUIET_MS): void {
    this.timer = setTimeout(() => this.lookAgain(), milliseconds);
    this.timer.unref();
  }

  private lookAgain(): void {
    this.timer = undefined;
    const now = performance.now();
    const missing = this.lastKey + QUIET_MS - now;
    if (missing > 1 && now - this.firstKey < LONGEST_MS) this.wait(missing);
    else this.save();
  }

  private holds(path: string, text: string, imageCount: number): boolean {
    const { kept } = this;
    return kept?.path === path && kept.text === text && kept.imageCount === imageCount;
  }

  private write(path: string, unsent: Unsent): void {
    if (!writeUnsent(path, unsent)) return;
    if (this.kept && this.kept.path !== path) removeUnsent(this.kept.path);
    this.kept = { path, text: unsent.text, imageCount: unsent.images.length };
  }

  private forget(): void {
    if (this.kept) removeUnsent(this.kept.path);
    this.kept = undefined;
  }

  private path(): string | undefined {
    const { log, hasMessages } = this.session();
    return unsentPath(log, hasMessages ? "session" : "folder");
  }
}
