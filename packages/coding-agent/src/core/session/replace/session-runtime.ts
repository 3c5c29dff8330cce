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

/** What a new session is told of how it came to be. */
export interface SessionStart {
  readonly reason: SessionStartReason;
  readonly previousSessionFile?: string | undefined;
}

/** Makes the session for a log; the runtime calls it for the first one and for each that follows. */
export type SessionFactory = (log: SessionLog, start: SessionStart) => Promise<CreatedSession>;

export interface SessionSwitchHooks {
  /** `true` keeps the present session. */
  beforeSwitch?(target: { reason: "new" | "resume"; targetSessionFile?: string | undefined }): Promise<boolean>;
  beforeFork?(target: { entryId: string; position: "before" | "at" }): Promise<boolean>;
  /** A replacement is asked for; it may still be refused. */
  onReplacing?(): void;
  /** The present session is about to end. */
  onShutdown?(end: { reason: SessionStartReason | "quit"; targetSessionFile?: string | undefined }): Promise<void>;
  /** The next session is there. */
  onReplaced?(session: Session, start: SessionStart): Promise<void>;
}

export interface SwitchResult {
  readonly cancelled: boolean;
}

/** Called with what code of extensions may do in the session that has taken the other's place. */
export interface AfterSwitch {
  readonly withSession?: (ctx: ReplacedSessionContext) => Promise<void>;
}

export interface NewSessionRequest extends AfterSwitch {
  readonly parentSession?: string;
  /** Writes into the new log before the session reads it. */
  readonly prepare?: (log: SessionLog) => Promise<void>;
}

interface Replacement {
  readonly reason: "new" | "resume" | "fork";
  readonly targetSessionFile: string | undefined;
  /** Called once the present log is closed: both may be the same file. */
  readonly open: () => SessionLog;
}

interface Opened {
  readonly start: SessionStart;
  readonly refused?: { readonly reason: unknown };
}

/** How long one waits for a session that is on its way: extensions may be asking what nobody answers any more. */
const REPLACEMENT_GRACE_MS = 1000;

/** Owns the present session and replaces it: new, resumed, forked, copied, imported. Listeners of the runtime outlive every session. */
export class SessionRuntime {
  hooks: SessionSwitchHooks = {};
  private rebind: ((session: Session) => Promise<void>) | undefined;
  private beforeInvalidate: (() => void) | undefined;
  private onHandedOver: ((problem?: string) => void) | undefined;
  private current: CreatedSession;
  private readonly create: SessionFactory;
  /** Resolved while there is a session that stays. */
  private present: Promise<void> = Promise.resolve();
  /** Replacements that are under way. */
  private readonly replacements = new Set<Promise<unknown>>();
  /** Resolved when the next session is there and shown, or is not to come; absent where none is on its way. */
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
   * The session that is there once a replacement under way has taken place: what is said meanwhile is meant for that one. Extensions
   * that are asked whether it may take place, and do not answer, hold nobody up for long.
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

  /** What is wrong with the files that the present session stands on. */
  get diagnostics(): readonly { readonly type: "info" | "warning" | "error"; readonly message: string }[] {
    return serviceDiagnostics(this.services).map((message) => ({ type: "warning", message }));
  }

  get modelFallbackMessage(): string | undefined {
    return this.current.modelFallbackMessage;
  }

  get foundServer(): string | undefined {
    return this.current.foundServer;
  }

  /** Called with each session that takes the place of another, before anything happens in it. */
  setRebindSession(rebind?: (session: Session) => Promise<void>): void {
    this.rebind = rebind;
  }

  /** Called when the extensions of a session have heard of its end and it is about to be gone. */
  setBeforeSessionInvalidate(beforeInvalidate?: () => void): void {
    this.beforeInvalidate = beforeInvalidate;
  }

  async newSession({ withSession, ...request }: NewSessionRequest = {}): Promise<SwitchResult> {
    return await this.track(this.replaceByNew(request), withSession);
  }

  /** A session whose folder is gone is not opened unless `cwdOverride` names another. */
  async switchSession(
    sessionPath: string,
    { withSession, ...options }: AfterSwitch & OpenOptions = {},
  ): Promise<SwitchResult> {
    return await this.track(this.replaceByFile(sessionPath, options), withSession);
  }

  /** A new session with the branch up to an entry: before a prompt of the user's, which is handed back, or at the entry itself. */
  async fork(
    entryId: string,
    { position = "before", withSession }: AfterSwitch & { position?: "before" | "at" } = {},
  ): Promise<SwitchResult & { selectedText?: string }> {
    return await this.track(this.replaceByFork(entryId, position), withSession);
  }

  /** Copies a session file from anywhere among the sessions, and goes on in the copy. The file itself stays as it is. */
  async importFromJsonl(inputPath: string, cwdOverride?: string): Promise<SwitchResult> {
    return await this.track(this.replaceByCopy(inputPath, cwdOverride));
  }

  /** A copy of the present branch, to go on in. */
  async clone(): Promise<SwitchResult> {
    const leaf = this.session.log.getLeafId();
    if (leaf === null) throw new AgentSessionError("nothing-to-do", "There is nothing to copy yet.");
    return await this.fork(leaf, { position: "at" });
  }

  /** Goes on in a new session, with the same model, that begins with a document about this one. This one stays as it is. */
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

  /** Lets sessions hand over by themselves when their window is full, for whoever follows from session to session. */
  followHandoffs(onHandedOver: (problem?: string) => void): void {
    this.onHandedOver = onHandedOver;
    this.awaitHandoff();
  }

  /** Whoever leaves while a session is being replaced leaves the one that comes: its extensions hear of its start before its end. */
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
    // One of our own that nobody has answered in has no file yet: it begins anew.
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

  /** So that going on in this terminal means this session. It is a convenience: a home that cannot be written was reported already. */
  private leaveBreadcrumb(): void {
    const { cwd, agentDir } = this.services;
    const path = this.session.sessionFile;
    if (path === undefined || !this.session.hasMessages || this.session.storageFailure) return;
    writeBreadcrumb(agentDir, { cwd, path });
    if (this.session.log.hasAppended) writeLastLeft(agentDir, { cwd, path });
  }

  /** The old session has stopped, and its log is closed, before the next log is opened: both may be the same file. */
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
      // Whoever shows sessions shows this one before anything is said in it.
      followed = this.hooks.onReplaced?.(this.session, opened.start);
    } finally {
      resolve();
      this.arrived();
    }
    await followed;
    if (opened.refused) throw opened.refused.reason;
  }

  /** Where the next session cannot be had, the one that was left goes on. */
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

  /** What waited is said in the session that is there then, whether or not the change was refused. */
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

/** What code that replaced a session may do in the one that took its place. */
export function replacedContext({ extensions }: Session): ReplacedSessionContext {
  if (extensions?.awakened) return extensions.awakened.createReplacedContext();
  throw new AgentSessionError("nothing-to-do", "This session has no extensions.");
}

function reopenInPlace(log: SessionLog): SessionLog {
  const leafId = log.getLeafId();
  const again = log.reopen();
  // A session without an answer has no file yet: it begins anew.
  if (leafId !== null && again.getEntry(leafId)) again.branch(leafId);
  return again;
}

/** Most runs stay in the session they begin with. */
const keepHandoff = async (sessionFile: string, document: string) =>
  (await import("./save-handoff.ts")).saveHandoff(sessionFile, document);
const nextLogsModule = async () => await import("./next-logs.ts");

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const grace = Promise.withResolvers<void>();
  const timer = setTimeout(grace.resolve, milliseconds);
  await Promise.race([work, grace.promise]);
  clearTimeout(timer);
}
