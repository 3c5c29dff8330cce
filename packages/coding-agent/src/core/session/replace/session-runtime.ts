import { dirname, resolve } from "node:path";
import type { SessionLog } from "@tau/agent";
import { readSessionHeader, writeBreadcrumb, writeLastLeft } from "@tau/agent/node";
import type { ReplacedSessionContext } from "../../extensions/contract/index.ts";
import { serviceDiagnostics, type Workspace } from "../../workspace/workspace.ts";
import { continueMessage } from "../compaction/continue-message.ts";
import type { CreatedSession } from "../create-session.ts";
import type { TakenBack } from "../input/prompt-queue.ts";
import type { Session } from "../session.ts";
import { AgentSessionError } from "../session-error.ts";
import type { NextLogs, OpenOptions } from "./next-logs.ts";
import { navigationTarget } from "./tree-navigation.ts";

export type SessionStartReason = "startup" | "reload" | "new" | "resume" | "fork";

/** How a new session came to be. */
export interface SessionStart {
  readonly reason: SessionStartReason;
  readonly previousSessionFile?: string | undefined;
}

/** Creates the session for a log. The runtime calls it for the first session and for each one that follows. */
export type SessionFactory = (log: SessionLog, start: SessionStart) => Promise<CreatedSession>;

export interface SessionSwitchHooks {
  /** Resolves to `true` to keep the current session. */
  beforeSwitch?(target: { reason: "new" | "resume"; targetSessionFile?: string | undefined }): Promise<boolean>;
  beforeFork?(target: { entryId: string; position: "before" | "at" }): Promise<boolean>;
  /** Called when a replacement is requested; it may still be refused. */
  onReplacing?(): void;
  /** Called before the current session ends. */
  onShutdown?(end: { reason: SessionStartReason | "quit"; targetSessionFile?: string | undefined }): Promise<void>;
  /** Called when the next session exists. */
  onReplaced?(session: Session, start: SessionStart): Promise<void>;
}

export interface SwitchResult {
  readonly cancelled: boolean;
}

/** A function to run with the context of the session that replaced the previous one, for code of extensions. */
export interface AfterSwitch {
  readonly withSession?: (ctx: ReplacedSessionContext) => Promise<void>;
}

export interface NewSessionRequest extends AfterSwitch {
  readonly parentSession?: string;
  /** Writes to the new log before the session reads it. */
  readonly prepare?: (log: SessionLog) => Promise<void>;
}

interface Replacement {
  readonly reason: "new" | "resume" | "fork";
  readonly targetSessionFile: string | undefined;
  /** Opens the next log. Called after the current log is closed, because both may be the same file. */
  readonly open: () => SessionLog;
}

interface Opened {
  readonly start: SessionStart;
  readonly refused?: { readonly reason: unknown };
}

/** How long to wait for a replacement in progress: extensions may be waiting for an answer that never comes. */
const REPLACEMENT_GRACE_MS = 1000;

/**
 * Owns the current session and replaces it with a new, resumed, forked, copied or
 * imported one. The runtime's own listeners outlive every session.
 */
export class SessionRuntime {
  hooks: SessionSwitchHooks = {};
  private rebind: ((session: Session) => Promise<void>) | undefined;
  private beforeInvalidate: (() => void) | undefined;
  private onHandedOver: ((problem?: string) => void) | undefined;
  private current: CreatedSession;
  private readonly create: SessionFactory;
  /** Pending while the current session is being replaced. */
  private present: Promise<void> = Promise.resolve();
  /** Replacements in progress. */
  private readonly replacements = new Set<Promise<unknown>>();
  /** Resolves when the next session exists and is shown, or is not coming. Absent if no replacement is in progress. */
  private arrival: PromiseWithResolvers<void> | undefined;

  constructor(current: CreatedSession, create: SessionFactory) {
    this.current = current;
    this.create = create;
  }

  static async start(create: SessionFactory, log: SessionLog): Promise<SessionRuntime> {
    return new SessionRuntime(await create(log, { reason: "startup" }), create);
  }

  get session(): Session {
    return this.current.session;
  }

  /**
   * Resolves to the session after any replacement in progress: input that arrives meanwhile is meant for the new session. Does not wait
   * long for extensions that are asked whether the replacement may happen and do not answer.
   */
  async lastingSession(): Promise<Session> {
    if (this.arrival) await within(REPLACEMENT_GRACE_MS, this.arrival.promise);
    await this.present;
    return this.session;
  }

  get services(): Workspace {
    return this.current.services;
  }

  get cwd(): string {
    return this.services.cwd;
  }

  /** Problems with the files that the current session uses. */
  get diagnostics(): readonly { readonly type: "info" | "warning" | "error"; readonly message: string }[] {
    return serviceDiagnostics(this.services).map((message) => ({ type: "warning", message }));
  }

  get modelFallbackMessage(): string | undefined {
    return this.current.modelFallbackMessage;
  }

  get foundServer(): string | undefined {
    return this.current.foundServer;
  }

  /** Sets a function that is called with each session that replaces another, before anything happens in it. */
  setRebindSession(rebind?: (session: Session) => Promise<void>): void {
    this.rebind = rebind;
  }

  /** Sets a function that is called after the extensions of a session were notified of its end, just before it is disposed. */
  setBeforeSessionInvalidate(beforeInvalidate?: () => void): void {
    this.beforeInvalidate = beforeInvalidate;
  }

  async newSession({ withSession, ...request }: NewSessionRequest = {}): Promise<SwitchResult> {
    return await this.track(this.replaceByNew(request), withSession);
  }

  /** Opens a session file. Throws if the session's folder no longer exists, unless `cwdOverride` names another. */
  async switchSession(
    sessionPath: string,
    { withSession, ...options }: AfterSwitch & OpenOptions = {},
  ): Promise<SwitchResult> {
    return await this.track(this.replaceByFile(sessionPath, options), withSession);
  }

  /**
   * Starts a new session with the branch up to an entry: up to the entry before a prompt of
   * the user, whose text is returned, or up to the entry itself.
   */
  async fork(
    entryId: string,
    { position = "before", withSession }: AfterSwitch & { position?: "before" | "at" } = {},
  ): Promise<SwitchResult & { selectedText?: string }> {
    return await this.track(this.replaceByFork(entryId, position), withSession);
  }

  /** Copies a session file from any location to the sessions and continues in the copy. The file itself is not changed. */
  async importFromJsonl(inputPath: string, cwdOverride?: string): Promise<SwitchResult> {
    return await this.track(this.replaceByCopy(inputPath, cwdOverride));
  }

  /** Continues in a copy of the current branch. */
  async clone(): Promise<SwitchResult> {
    const leaf = this.session.log.getLeafId();
    if (leaf === null) throw new AgentSessionError("nothing-to-do", "There is nothing to copy yet.");
    return await this.fork(leaf, { position: "at" });
  }

  /** Continues in a new session with the same model that starts with a document about this one. This session's log is not changed. */
  async handOff(document: string): Promise<SwitchResult> {
    const { wrapHandoff } = await import("@tau/agent");
    const { model, thinkingLevel, sessionFile: parentSession } = this.session;
    const prepare = async (log: SessionLog) => {
      log.appendModelChange(model.provider, model.id);
      log.appendThinkingLevelChange(thinkingLevel);
      log.appendCustomMessageEntry("handoff", wrapHandoff(document), true);
    };
    return await this.newSession({ prepare, ...(parentSession === undefined ? {} : { parentSession }) });
  }

  /** Lets sessions hand over automatically when their context window is full. For modes that follow the runtime from session to session. */
  followHandoffs(onHandedOver: (problem?: string) => void): void {
    this.onHandedOver = onHandedOver;
    this.awaitHandoff();
  }

  /**
   * Ends the current session. If a replacement is in progress, waits a moment for the new session and ends that one, so that its extensions
   * receive its start before its end.
   */
  async dispose(): Promise<void> {
    await within(REPLACEMENT_GRACE_MS, Promise.allSettled(this.replacements));
    await this.hooks.onShutdown?.({ reason: "quit" });
    this.leaveBreadcrumb();
    await this.session.dispose();
  }

  private async track<T extends SwitchResult>(
    replacement: Promise<T>,
    withSession?: AfterSwitch["withSession"],
  ): Promise<T> {
    this.arrival ??= Promise.withResolvers();
    this.replacements.add(replacement);
    this.hooks.onReplacing?.();
    try {
      await replacement;
    } finally {
      this.replacements.delete(replacement);
      if (this.replacements.size === 0) this.arrived();
    }
    const result = await replacement;
    if (withSession && !result.cancelled) await withSession(replacedContext(this.session));
    return result;
  }

  private arrived(): void {
    this.arrival?.resolve();
    this.arrival = undefined;
  }

  private async replaceByNew({ prepare, ...options }: NewSessionRequest): Promise<SwitchResult> {
    if (await this.hooks.beforeSwitch?.({ reason: "new" })) return { cancelled: true };
    const log = (await this.nextLogs()).create(options);
    await prepare?.(log);
    await this.replace({ reason: "new", targetSessionFile: log.getSessionFile(), open: () => log });
    if (!log.getContextState().model) this.session.recordInitialChoice();
    return { cancelled: false };
  }

  private async replaceByFile(path: string, options: OpenOptions): Promise<SwitchResult> {
    const { checkFolder, existingFile } = await nextLogsModule();
    const sessionPath = resolve(this.cwd, path);
    // A session of our own without an answer has no file yet: it starts empty.
    if (dirname(sessionPath) !== this.session.log.getSessionDir()) existingFile(sessionPath, this.cwd);
    if (options.cwdOverride === undefined) checkFolder(sessionPath, this.cwd);
    if (await this.hooks.beforeSwitch?.({ reason: "resume", targetSessionFile: sessionPath }))
      return { cancelled: true };
    const logs = await this.nextLogs();
    const open = () => logs.open(sessionPath, options);
    await this.replace({ reason: "resume", targetSessionFile: sessionPath, open });
    return { cancelled: false };
  }

  private async replaceByFork(
    entryId: string,
    position: "before" | "at",
  ): Promise<SwitchResult & { selectedText?: string }> {
    if (await this.hooks.beforeFork?.({ entryId, position })) return { cancelled: true };
    const { log } = this.session;
    const target = position === "before" ? navigationTarget(log, entryId) : { leafId: entryId };
    const fork = log.fork(target.leafId);
    await this.replace({ reason: "fork", targetSessionFile: fork.getSessionFile(), open: () => fork });
    return { cancelled: false, ...(target.editorText === undefined ? {} : { selectedText: target.editorText }) };
  }

  private async replaceByCopy(inputPath: string, cwdOverride: string | undefined): Promise<SwitchResult> {
    const { checkFolder, existingFile } = await nextLogsModule();
    const path = existingFile(inputPath, this.cwd);
    if (cwdOverride === undefined) checkFolder(path, this.cwd);
    if (await this.hooks.beforeSwitch?.({ reason: "resume", targetSessionFile: path })) return { cancelled: true };
    const cwd = cwdOverride ?? (readSessionHeader(path)?.cwd || this.cwd);
    const copy = (await this.nextLogs()).copy(path, cwd);
    await this.replace({ reason: "resume", targetSessionFile: copy.getSessionFile(), open: () => copy });
    return { cancelled: false };
  }

  /**
   * Records this session as the one to continue in this terminal. This is only a
   * convenience; if Tau's home cannot be written, that was already reported.
   */
  private leaveBreadcrumb(): void {
    const { cwd, agentDir } = this.services;
    const path = this.session.sessionFile;
    if (path === undefined || !this.session.hasMessages || this.session.storageFailure) return;
    writeBreadcrumb(agentDir, { cwd, path });
    if (this.session.log.hasAppended) writeLastLeft(agentDir, { cwd, path });
  }

  /** Replaces the session. The old session is stopped and its log closed before the next log is opened, because both may be the same file. */
  private async replace({ reason, targetSessionFile, open }: Replacement): Promise<void> {
    const start: SessionStart = { reason, previousSessionFile: this.session.sessionFile };
    const { promise, resolve } = Promise.withResolvers<void>();
    this.present = promise;
    let opened: Opened;
    let followed: Promise<void> | undefined;
    try {
      const { log } = this.session;
      if (!this.session.isIdle) await this.session.abort();
      await this.hooks.onShutdown?.({ reason, targetSessionFile });
      this.beforeInvalidate?.();
      await this.session.dispose();
      opened = await this.openNext(open, start, log);
      this.awaitHandoff();
      await this.rebind?.(this.session);
      // Modes that show sessions show the new one before anything happens in it.
      followed = this.hooks.onReplaced?.(this.session, opened.start);
    } finally {
      resolve();
      this.arrived();
    }
    await followed;
    if (opened.refused) throw opened.refused.reason;
  }

  /** Opens the next session. If that fails, reopens the one that was left. */
  private async openNext(open: () => SessionLog, start: SessionStart, left: SessionLog): Promise<Opened> {
    let next: SessionLog | undefined;
    try {
      next = open();
      this.current = await this.create(next, start);
      return { start };
    } catch (reason) {
      next?.close();
      const back = { ...start, reason: "resume" } as const;
      this.current = await this.create(reopenInPlace(left), back);
      return { start: back, refused: { reason } };
    }
  }

  private awaitHandoff(): void {
    if (this.onHandedOver) this.session.onHandoff = (document, waiting) => this.continueFrom(document, waiting);
  }

  /** Hands over to a new session. Queued messages are then sent in the current session, even if the handover was refused. */
  private async continueFrom(document: string, { steering, followUp, images = [] }: TakenBack): Promise<void> {
    const { sessionFile } = this.session;
    const isKept = sessionFile !== undefined && this.services.settings.get("compaction.handoffSaveToDisk");
    const { cancelled } = await this.handOff(document);
    if (!cancelled) this.onHandedOver?.(isKept ? await keepHandoff(sessionFile, document) : undefined);
    const text = [...steering, ...followUp].join("\n\n");
    if (text !== "" || images.length > 0) await this.session.prompt(text, { images, expandPromptTemplates: false });
    else if (!cancelled && this.session.compaction.continues)
      await this.session.runMessage(continueMessage(this.session.log.now()));
  }

  private async nextLogs(): Promise<NextLogs> {
    const { NextLogs } = await nextLogsModule();
    return new NextLogs(this.session.log, this.services);
  }
}

/** Returns the context of the new session for code that replaced a session. */
export function replacedContext({ extensions }: Session): ReplacedSessionContext {
  if (extensions?.awakened) return extensions.awakened.createReplacedContext();
  throw new AgentSessionError("nothing-to-do", "This session has no extensions.");
}

function reopenInPlace(log: SessionLog): SessionLog {
  const leafId = log.getLeafId();
  const again = log.reopen();
  // A session without an answer has no file yet: it starts empty.
  if (leafId !== null && again.getEntry(leafId)) again.branch(leafId);
  return again;
}

/** Loaded on demand, because most runs stay in the session in which they start. */
const keepHandoff = async (sessionFile: string, document: string) =>
  (await import("./save-handoff.ts")).saveHandoff(sessionFile, document);
const nextLogsModule = async () => await import("./next-logs.ts");

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const grace = Promise.withResolvers<void>();
  const timer = setTimeout(grace.resolve, milliseconds);
  await Promise.race([work, grace.promise]);
  clearTimeout(timer);
}
