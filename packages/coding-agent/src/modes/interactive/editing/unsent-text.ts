import type { Session } from "../../../core/session/session.ts";
import type { AgentSessionEvent } from "../../../core/session/session-event.ts";
import type { Draft } from "../screen/draft.ts";
import { claimUnsent, removeUnsent, type Unsent, unsentPath, writeUnsent } from "./unsent-file.ts";

/** Shorter texts are quicker to type again than to read. */
const FEWEST_CHARACTERS = 4;
const QUIET_MS = 500;
const LONGEST_MS = 5000;

/**
 * Saves the text of the editor to a file, so that a crash does not lose it. Writes when the user pauses typing, when messages come back
 * from the queue, and when Tau exits. A sent text is in the log before it is removed from this file.
 */
export class UnsentText {
  private readonly draft: Pick<Draft, "peek">;
  private readonly session: () => Pick<Session, "log" | "hasMessages">;
  private timer: NodeJS.Timeout | undefined;
  private firstKey = 0;
  private lastKey = 0;
  /** Path and content of the file as last written. */
  private kept: { readonly path: string; readonly text: string; readonly imageCount: number } | undefined;

  constructor(draft: Pick<Draft, "peek">, session: () => Pick<Session, "log" | "hasMessages">) {
    this.draft = draft;
    this.session = session;
  }

  /** Called at each key. The text is saved when the user pauses. Only reads the clock, so that a key stays cheap. */
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

  /** Returns the text that a crash left in the current session. It stays in the file. */
  recover(): Unsent | undefined {
    const path = this.path();
    // If the file belongs to the current text, that text is already in the editor.
    const left = path === undefined || path === this.kept?.path ? undefined : claimUnsent(path);
    // A text brought along from another session keeps its own file until both are merged.
    if (path !== undefined && left) this.kept ??= { path, text: left.text, imageCount: left.images.length };
    return left;
  }

  /** Saves the text on exit, for example when the terminal is closed, so that the user finds it again. */
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
