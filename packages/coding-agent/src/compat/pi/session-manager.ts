import type {
  BashExecutionMessage,
  ContextEditEntry,
  CustomMessage,
  FileEntry,
  NewSessionOptions,
  SessionContext,
  SessionEntry,
  SessionHeader,
  SessionProjection,
  SessionTreeNode,
  UsageEntry,
} from "@tau/agent";
import { SessionLog } from "@tau/agent";
import {
  cloneLog,
  continueLog,
  createLog,
  type FileSessionOptions,
  type FileStoreOptions,
  findSessionFile,
  listAllSessions,
  listProjectSessions,
  openLog,
  type SessionInfo,
  type SessionListProgress,
} from "@tau/agent/node";
import type { ImageContent, Message, TextContent, Usage } from "@tau/ai";

/** The methods for code that only reads the session. */
export type ReadonlySessionManager = Pick<
  SessionManager,
  | "buildContextEntries"
  | "buildSessionProjection"
  | "getBranch"
  | "getCwd"
  | "getEntries"
  | "getEntry"
  | "getHeader"
  | "getLabel"
  | "getLeafEntry"
  | "getLeafId"
  | "getSessionDir"
  | "getSessionFile"
  | "getSessionId"
  | "getSessionName"
  | "getTree"
>;

/** The manager of each log that a session writes, so that everyone who asks gets the same object. */
const managers = new WeakMap<SessionLog, SessionManager>();

/**
 * A log as extensions and programs written for pi know it: one object that may switch to another session. It then shows another log; the
 * log of a running session stays the same.
 */
export class SessionManager {
  private shown: SessionLog;

  /** Returns the manager of a session's log. */
  static of(log: SessionLog): SessionManager {
    const manager = managers.get(log) ?? new SessionManager(log);
    managers.set(log, manager);
    return manager;
  }

  static create(cwd: string, sessionDir?: string, options?: FileSessionOptions): SessionManager {
    return new SessionManager(createLog(cwd, sessionDir, options));
  }

  static open(path: string, sessionDir?: string, cwdOverride?: string, options?: FileStoreOptions): SessionManager {
    return new SessionManager(openLog(path, sessionDir, cwdOverride, options));
  }

  static continueRecent(cwd: string, sessionDir?: string, options?: FileSessionOptions): SessionManager {
    return new SessionManager(continueLog(cwd, sessionDir, options));
  }

  static forkFrom(
    sourcePath: string,
    targetCwd: string,
    sessionDir?: string,
    options?: FileSessionOptions,
  ): SessionManager {
    return new SessionManager(cloneLog(sourcePath, targetCwd, sessionDir, options));
  }

  static inMemory(cwd = process.cwd(), options?: NewSessionOptions, entries?: FileEntry[]): SessionManager {
    return new SessionManager(SessionLog.inMemory(cwd, options, entries));
  }

  static findById(cwd: string, id: string, sessionDir?: string): string | undefined {
    return findSessionFile(cwd, id, sessionDir);
  }

  static list(
    cwd: string,
    sessionDir?: string,
    onProgress?: SessionListProgress,
    signal?: AbortSignal,
  ): Promise<SessionInfo[]> {
    return listProjectSessions(cwd, sessionDir, onProgress, signal);
  }

  static listAll(onProgress?: SessionListProgress, signal?: AbortSignal): Promise<SessionInfo[]>;
  static listAll(sessionDir?: string, onProgress?: SessionListProgress, signal?: AbortSignal): Promise<SessionInfo[]>;
  static listAll(
    first?: string | SessionListProgress,
    second?: SessionListProgress | AbortSignal,
    third?: AbortSignal,
  ): Promise<SessionInfo[]> {
    const onProgress = [first, second].find((given) => typeof given === "function");
    const signal = second instanceof AbortSignal ? second : third;
    return listAllSessions(typeof first === "string" ? first : undefined, onProgress, signal);
  }

  private constructor(log: SessionLog) {
    this.shown = log;
  }

  /** Hands the log to a session that writes it. The session closes the log. */
  lend(): SessionLog {
    managers.set(this.shown, this);
    return this.shown;
  }

  newSession(options?: NewSessionOptions): string | undefined {
    return this.show(this.shown.createNext(options));
  }

  setSessionFile(sessionFile: string): void {
    this.show(this.shown.openOther(sessionFile));
  }

  /** Switches to a new session that contains only the path to `leafId`. Returns its file, if it has one. */
  createBranchedSession(leafId: string): string | undefined {
    return this.show(this.shown.fork(leafId));
  }

  private show(log: SessionLog): string | undefined {
    if (managers.get(this.shown) !== this) this.shown.close();
    this.shown = log;
    return log.getSessionFile();
  }

  close(): void {
    this.shown.close();
  }

  isPersisted(): boolean {
    return this.shown.isPersisted();
  }

  getCwd(): string {
    return this.shown.getCwd();
  }

  getSessionDir(): string {
    return this.shown.getSessionDir();
  }

  usesDefaultSessionDir(): boolean {
    return this.shown.usesDefaultSessionDir();
  }

  getSessionId(): string {
    return this.shown.getSessionId();
  }

  getSessionFile(): string | undefined {
    return this.shown.getSessionFile();
  }

  getSessionName(): string | undefined {
    return this.shown.getSessionName();
  }

  getHeader(): SessionHeader | null {
    return this.shown.getHeader();
  }

  appendMessage(message: Message | CustomMessage | BashExecutionMessage): string {
    return this.shown.appendMessage(message);
  }

  appendThinkingLevelChange(thinkingLevel: string): string {
    return this.shown.appendThinkingLevelChange(thinkingLevel);
  }

  appendModelChange(provider: string, modelId: string): string {
    return this.shown.appendModelChange(provider, modelId);
  }

  appendUsage(kind: string, provider: string, model: string, usage: Usage, note?: string): UsageEntry {
    return this.shown.appendUsage(kind, provider, model, usage, note);
  }

  appendCompaction<TDetails = unknown>(
    summary: string,
    firstKeptEntryId: string | null,
    tokensBefore: number,
    details?: TDetails,
    fromHook?: boolean,
    usage?: Usage,
  ): string {
    return this.shown.appendCompaction(summary, firstKeptEntryId, tokensBefore, details, fromHook, usage);
  }

  appendCustomEntry(customType: string, data?: unknown): string {
    return this.shown.appendCustomEntry(customType, data);
  }

  appendSessionInfo(name: string): string {
    return this.shown.appendSessionInfo(name);
  }

  appendCustomMessageEntry<TDetails = unknown>(
    customType: string,
    content: string | (TextContent | ImageContent)[],
    display: boolean,
    details?: TDetails,
  ): string {
    return this.shown.appendCustomMessageEntry(customType, content, display, details);
  }

  appendContextEdit(targetId: string, replacement: ContextEditEntry["replacement"]): string {
    return this.shown.appendContextEdit(targetId, replacement);
  }

  appendLabelChange(targetId: string, label: string | undefined): string {
    return this.shown.appendLabelChange(targetId, label);
  }

  getLeafId(): string | null {
    return this.shown.getLeafId();
  }

  getLeafEntry(): SessionEntry | undefined {
    return this.shown.getLeafEntry();
  }

  getEntry(id: string): SessionEntry | undefined {
    return this.shown.getEntry(id);
  }

  getChildren(parentId: string): SessionEntry[] {
    return this.shown.getChildren(parentId);
  }

  getLabel(id: string): string | undefined {
    return this.shown.getLabel(id);
  }

  getBranch(fromId?: string): SessionEntry[] {
    return this.shown.getBranch(fromId);
  }

  buildContextEntries(): SessionEntry[] {
    return this.shown.buildContextEntries();
  }

  buildSessionProjection(): SessionProjection {
    return this.shown.buildSessionProjection();
  }

  buildSessionContext(): SessionContext {
    return this.shown.buildSessionContext();
  }

  getEntryCount(): number {
    return this.shown.getEntryCount();
  }

  getEntries(): SessionEntry[] {
    return this.shown.getEntries();
  }

  getTree(): SessionTreeNode[] {
    return this.shown.getTree();
  }

  branch(branchFromId: string): void {
    this.shown.branch(branchFromId);
  }

  resetLeaf(): void {
    this.shown.resetLeaf();
  }

  branchWithSummary(
    branchFromId: string | null,
    summary: string,
    details?: unknown,
    fromHook?: boolean,
    usage?: Usage,
  ): string {
    return this.shown.branchWithSummary(branchFromId, summary, details, fromHook, usage);
  }
}

/** Wraps a program's set-up of a new session for the runtime. */
export function prepareWithManager(setup: ((sessionManager: SessionManager) => Promise<void>) | undefined) {
  return setup ? { prepare: (log: SessionLog) => setup(SessionManager.of(log)) } : {};
}
