import { listAllSessions, listProjectSessions, type SessionInfo } from "@tau/agent/node";
import { fuzzyFilter } from "@tau/tui";
import { sessionTitle } from "../../../core/session/log/session-title.ts";
import type { InteractiveContext } from "../interactive-context.ts";
import { plainLine } from "../parts/plain-line.ts";
import { timeAgo } from "../parts/time-ago.ts";
import { countOf } from "../renderers/tools/clip-lines.ts";
import { shortPath } from "../status/segments.ts";
import type { Choice } from "./choice-list.ts";

type LoadSessions = (
  onProgress: (loaded: number, total: number, partial?: readonly SessionInfo[]) => void,
  signal: AbortSignal,
) => Promise<readonly SessionInfo[]>;

/** Where the sessions come from. */
export interface SessionSource {
  /** Loads the sessions of this folder. */
  readonly folder: LoadSessions;
  readonly all: LoadSessions;
  /** Runs an action whose failure is shown to the user. */
  attempt(action: () => Promise<void>): void;
}

/** Returns the sessions in the user's files. */
export function storedSessions(context: InteractiveContext): SessionSource {
  const place = () => {
    const { log } = context.session;
    return log.usesDefaultSessionDir() ? undefined : log.getSessionDir() || undefined;
  };
  return {
    folder: (...progress) => listProjectSessions(context.services.cwd, place(), ...progress),
    all: (...progress) => listAllSessions(place(), ...progress),
    attempt: (action) => void context.attempt(action),
  };
}

/** The sessions read so far, and how the list shows them. */
export class SessionListing {
  onChange: (choices: readonly Choice<SessionInfo>[]) => void = () => undefined;
  scope: "folder" | "all" = "folder";
  progress = "";
  sort: "recent" | "name" = "recent";
  isNamedOnly = false;
  hasPaths = false;
  /** Why the last key had no effect. */
  notice = "";
  private sessions: readonly SessionInfo[] = [];
  private choices: readonly Choice<SessionInfo>[] = [];
  private isPartial = true;
  private loading: AbortController | undefined;
  private readonly source: SessionSource;

  constructor(source: SessionSource) {
    this.source = source;
  }

  async load(): Promise<void> {
    this.stop();
    const loading = new AbortController();
    this.loading = loading;
    const onProgress = (loaded: number, total: number, partial?: readonly SessionInfo[]) => {
      this.progress = loaded < total ? `${loaded} of ${total}` : "";
      // A list that is already complete is not replaced by a partial one, which would move the selection.
      if (partial && this.isPartial) this.show(partial);
    };
    const sessions = await this.source[this.scope](onProgress, loading.signal).catch((error: unknown) => {
      if (loading.signal.aborted) return undefined;
      throw error;
    });
    if (!sessions) return;
    this.isPartial = false;
    this.show(sessions);
  }

  stop(): void {
    this.loading?.abort();
  }

  /** Returns why the list is empty. */
  get emptiness(): string {
    if (this.isPartial) return "Reading…";
    if (this.isNamedOnly) return "None has a name";
    return this.scope === "folder" ? "None of this folder yet" : "None yet";
  }

  /**
   * Finds the sessions that contain every word. Only titles are searched fuzzily, because a long text contains the letters of almost any
   * word in order.
   */
  find(query: string): readonly Choice<SessionInfo>[] {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const found = this.choices.filter(({ search = "" }) => {
      const text = search.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    return found.length > 0 ? found : fuzzyFilter([...this.choices], query, ({ label }) => label);
  }

  toggleScope(): void {
    this.scope = this.scope === "folder" ? "all" : "folder";
    this.isPartial = true;
    this.source.attempt(() => this.load());
  }

  toggleSort(): void {
    this.sort = this.sort === "recent" ? "name" : "recent";
    this.show(this.sessions);
  }

  toggleNamed(): void {
    this.isNamedOnly = !this.isNamedOnly;
    this.show(this.sessions);
  }

  togglePaths(): void {
    this.hasPaths = !this.hasPaths;
    this.show(this.sessions);
  }

  tell(notice: string): void {
    this.show(this.sessions, notice);
  }

  private show(sessions: readonly SessionInfo[], notice = ""): void {
    this.notice = notice;
    this.sessions = sessions;
    const shown = sessions.filter(({ name }) => !this.isNamedOnly || name !== undefined);
    if (this.sort === "name") shown.sort((a, b) => sessionTitle(a).localeCompare(sessionTitle(b)));
    this.choices = shown.map((session) => this.describe(session));
    this.onChange(this.choices);
  }

  private describe(session: SessionInfo): Choice<SessionInfo> {
    const place = this.scope === "all" ? plainLine(shortPath(session.cwd)) : "";
    const facts = [
      timeAgo(session.modified),
      `${session.messageCountIsEstimate ? "~" : ""}${countOf(session.messageCount, "message")}`,
      place,
    ];
    return {
      value: session,
      label: plainLine(sessionTitle(session)),
      description: facts.filter(Boolean).join(" · "),
      search: `${session.name ?? ""} ${session.allMessagesText} ${session.cwd}`,
    };
  }
}
