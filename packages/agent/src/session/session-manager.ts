import type { ImageContent, Message, TextContent, Usage } from "@tau/ai";
import type { AgentMessage } from "../contract/messages.ts";
import { optional } from "../optional-fields.ts";
import {
  type ProjectedSessionEntry,
  projectEntries,
  type SessionContext,
  type SessionProjection,
  selectContextEntries,
} from "./context.ts";
import { type ContextEnd, hasMessage, readContextEnd } from "./context-end.ts";
import type { ContextState } from "./context-state.ts";
import type { SessionDiagnostic } from "./diagnostic.ts";
import type { ContextEditEntry, FileEntry, LabelEntry, SessionEntry, SessionHeader, UsageEntry } from "./entry.ts";
import { assertContextEdit, assertStorableMessage } from "./entry-checks.ts";
import { createEntryId } from "./entry-id.ts";
import { extractBranch } from "./extract-branch.ts";
import type { SessionLog, SessionStore } from "./log.ts";
import {
  activePath,
  allPositions,
  applyLabel,
  pathPositions,
  pathState,
  pathThinkingLevel,
  readEntries,
  readLabels,
  readRelinked,
  readSessionName,
} from "./log-reader.ts";
import { openInMemory } from "./memory-store.ts";
import type { BashExecutionMessage, CustomMessage } from "./messages.ts";
import { SessionError } from "./session-error.ts";
import { createHeader, type NewSessionOptions } from "./session-header.ts";
import { buildTree, type EntryLabel, type SessionTreeNode } from "./tree.ts";

/** What a reader of the session may call. */
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

/** What an entry is made of before it has its place in the tree. */
type EntryBody<T = SessionEntry> = T extends SessionEntry ? Omit<T, "id" | "parentId" | "timestamp"> : never;

/**
 * A session: an append-only tree of entries and a leaf that says where the conversation stands. An append makes a child of the leaf
 * and moves there; branching moves the leaf and changes nothing that was written.
 */
export class SessionManager {
  protected readonly store: SessionStore;
  protected log: SessionLog;
  private readonly cwdOverride: string | undefined;
  private leaf: number;
  private labels: Map<string, EntryLabel> | undefined;
  /** Whether this program has added to the session. */
  hasAppended = false;

  /** A session in memory, optionally with entries that are kept somewhere else. */
  static inMemory(cwd = "/", options: NewSessionOptions = {}, entries: FileEntry[] = []): SessionManager {
    const { store, log } = openInMemory(createHeader(cwd, options), entries);
    return new SessionManager(store, log);
  }

  protected constructor(store: SessionStore, log: SessionLog, cwdOverride?: string) {
    this.store = store;
    this.log = log;
    this.cwdOverride = cwdOverride;
    this.leaf = log.count - 1;
  }

  newSession(options: NewSessionOptions = {}): string | undefined {
    this.adopt(this.store.create({ header: createHeader(this.getCwd(), options) }));
    return this.getSessionFile();
  }

  setSessionFile(sessionFile: string): void {
    this.adopt(this.store.open(sessionFile));
  }

  /** Gives the session free for another process. Reading goes on. */
  close(): void {
    this.log.close();
  }

  isPersisted(): boolean {
    return this.log.path !== undefined;
  }

  /** Why nothing can be written: another process writes, a newer format, no permission. */
  getReadOnlyReason(): SessionError | undefined {
    return this.log.readOnly;
  }

  getDiagnostics(): readonly SessionDiagnostic[] {
    return this.log.diagnostics;
  }

  getCwd(): string {
    return this.cwdOverride ?? this.log.header.cwd ?? "";
  }

  getSessionDir(): string {
    return this.store.directory ?? "";
  }

  /** Whether new sessions go to the folder of the project in Tau's home. */
  usesDefaultSessionDir(): boolean {
    return false;
  }

  getSessionId(): string {
    return this.log.header.id;
  }

  getSessionFile(): string | undefined {
    return this.log.path;
  }

  getSessionName(): string | undefined {
    return readSessionName(this.log);
  }

  getHeader(): SessionHeader | null {
    return this.log.header;
  }

  /** Summaries of compactions and branches have entries of their own. */
  appendMessage(message: Message | CustomMessage | BashExecutionMessage): string {
    assertStorableMessage(message);
    return this.append({ type: "message", message }).id;
  }

  appendThinkingLevelChange(thinkingLevel: string): string {
    return this.append({ type: "thinking_level_change", thinkingLevel }).id;
  }

  appendModelChange(provider: string, modelId: string): string {
    return this.append({ type: "model_change", provider, modelId }).id;
  }

  appendUsage(kind: string, provider: string, model: string, usage: Usage, note?: string): UsageEntry {
    return this.append({
      type: "usage",
      kind,
      provider,
      model,
      usage,
      ...(note === undefined ? {} : { note }),
    }) as UsageEntry;
  }

  /** With `null` nothing before the compaction is kept: it then names itself. */
  appendCompaction<TDetails = unknown>(
    summary: string,
    firstKeptEntryId: string | null,
    tokensBefore: number,
    details?: TDetails,
    fromHook?: boolean,
    usage?: Usage,
  ): string {
    const id = this.freeId();
    const body: EntryBody = {
      type: "compaction",
      summary,
      firstKeptEntryId: firstKeptEntryId ?? id,
      tokensBefore,
      ...optional({ details, usage, fromHook }),
    };
    return this.append(body, id).id;
  }

  appendCustomEntry(customType: string, data?: unknown): string {
    return this.append({ type: "custom", customType, ...optional({ data }) }).id;
  }

  appendSessionInfo(name: string): string {
    return this.append({ type: "session_info", name: name.replace(/\s*[\r\n]+\s*/g, " ").trim() }).id;
  }

  appendCustomMessageEntry<TDetails = unknown>(
    customType: string,
    content: string | (TextContent | ImageContent)[],
    display: boolean,
    details?: TDetails,
  ): string {
    return this.append({ type: "custom_message", customType, content, display, ...optional({ details }) }).id;
  }

  appendContextEdit(targetId: string, replacement: ContextEditEntry["replacement"]): string {
    assertContextEdit(this.log, this.leaf, targetId);
    return this.append({ type: "context_edit", targetId, replacement }).id;
  }

  /** An absent or empty label takes the label away. */
  appendLabelChange(targetId: string, label: string | undefined): string {
    this.requirePosition(targetId);
    const body: EntryBody<LabelEntry> = { type: "label", targetId, ...optional({ label: label?.trim() || undefined }) };
    const entry = this.append(body);
    if (this.labels) applyLabel(this.labels, entry);
    return entry.id;
  }

  getLeafId(): string | null {
    return this.leaf < 0 ? null : this.log.idAt(this.leaf);
  }

  getLeafEntry(): SessionEntry | undefined {
    return this.leaf < 0 ? undefined : this.log.entryAt(this.leaf);
  }

  getEntry(id: string): SessionEntry | undefined {
    const position = this.log.positionOf(id);
    return position < 0 ? undefined : this.log.entryAt(position);
  }

  getChildren(parentId: string): SessionEntry[] {
    const parent = this.log.positionOf(parentId);
    if (parent < 0) return [];
    return readEntries(
      this.log,
      allPositions(this.log).filter((position) => this.log.parentAt(position) === parent),
    );
  }

  getLabel(id: string): string | undefined {
    return this.allLabels().get(id)?.label;
  }

  /** Root first. */
  getBranch(fromId?: string): SessionEntry[] {
    const leaf = fromId === undefined ? this.leaf : this.log.positionOf(fromId);
    return readEntries(this.log, pathPositions(this.log, leaf));
  }

  /** The end of the branch, from what the latest compaction kept: all that most questions need, without reading what lies before. */
  getActiveBranch(): SessionEntry[] {
    return activePath(this.log, this.path());
  }

  buildContextEntries(): SessionEntry[] {
    return selectContextEntries(this.getActiveBranch());
  }

  /** Costs what lies since the latest compaction, however long the session is. */
  buildSessionProjection(): SessionProjection {
    const path = this.path();
    const entries = project(this.log, path);
    return { entries, messages: entries.flatMap((entry) => entry.messages), ...pathState(this.log, path) };
  }

  /** The messages of the context as it is now, read when the answer is called. */
  deferContext(): () => AgentMessage[] {
    const { log } = this;
    const path = this.path();
    return () => project(log, path).flatMap((entry) => entry.messages);
  }

  buildSessionContext(): SessionContext {
    const { messages, thinkingLevel, model } = this.buildSessionProjection();
    return { messages, thinkingLevel, model };
  }

  /** Model and thinking level as the branch leaves them. Reads no further back than that needs. */
  getContextState(): ContextState {
    return pathState(this.log, this.path());
  }

  /** The thinking level that was chosen on the branch, if one was. */
  getChosenThinkingLevel(): string | undefined {
    return pathThinkingLevel(this.log, this.path());
  }

  /** Whether the model has anything to see on this branch. Reads nothing. */
  hasMessages(): boolean {
    return hasMessage(this.log, this.path());
  }

  /** The end of the context, with as many messages as are wanted or more. Costs what it gives. */
  readContextEnd(isEnough: (messages: readonly AgentMessage[]) => boolean): ContextEnd {
    const end = readContextEnd(this.log, this.path(), isEnough);
    if (end) return end;
    const { messages, entries } = this.buildSessionProjection();
    return { messages, entries, before: 0 };
  }

  getEntryCount(): number {
    return this.log.count;
  }

  getEntries(): SessionEntry[] {
    return readEntries(this.log, allPositions(this.log));
  }

  /** All entries, each with the parent it has in this tree: where an unreadable one was passed over, the chain is whole again. */
  getRelinkedEntries(): SessionEntry[] {
    return readRelinked(this.log);
  }

  getTree(): SessionTreeNode[] {
    const entries = allPositions(this.log).map((position) => this.log.entryAt(position));
    return buildTree(entries, (position) => this.log.parentAt(position), this.allLabels());
  }

  branch(branchFromId: string): void {
    this.leaf = this.requirePosition(branchFromId);
  }

  /** The next entry becomes a new root. */
  resetLeaf(): void {
    this.leaf = -1;
  }

  branchWithSummary(
    branchFromId: string | null,
    summary: string,
    details?: unknown,
    fromHook?: boolean,
    usage?: Usage,
  ): string {
    const left = this.leaf;
    const fromId = this.getLeafId() ?? "root";
    this.leaf = branchFromId === null ? -1 : this.requirePosition(branchFromId);
    try {
      return this.append({ type: "branch_summary", fromId, summary, ...optional({ details, usage, fromHook }) }).id;
    } catch (error) {
      this.leaf = left;
      throw error;
    }
  }

  /** Goes on in a new session that holds the path to `leafId` alone. Returns its file, if it has one. */
  createBranchedSession(leafId: string): string | undefined {
    const path = readEntries(this.log, pathPositions(this.log, this.requirePosition(leafId)));
    const parentSession = this.getSessionFile();
    const header = createHeader(this.getCwd(), optional({ parentSession }));
    this.adopt(this.store.create({ header, entries: extractBranch(path, this.allLabels()) }));
    return this.getSessionFile();
  }

  private append(body: EntryBody, id = this.freeId()): SessionEntry {
    const { type, ...rest } = body;
    const entry = {
      type,
      id,
      parentId: this.getLeafId(),
      timestamp: new Date().toISOString(),
      ...rest,
    } as SessionEntry;
    this.log.append(entry);
    this.hasAppended = true;
    this.leaf = this.log.count - 1;
    return entry;
  }

  private freeId(): string {
    return createEntryId((id) => this.log.positionOf(id) >= 0);
  }

  private path(): readonly number[] {
    return pathPositions(this.log, this.leaf);
  }

  private allLabels(): Map<string, EntryLabel> {
    this.labels ??= readLabels(this.log);
    return this.labels;
  }

  private requirePosition(id: string): number {
    const position = this.log.positionOf(id);
    if (position >= 0) return position;
    throw new SessionError("unknown-entry", `Entry ${id} not found in session ${this.getSessionId()}.`);
  }

  private adopt(log: SessionLog): void {
    this.log.close();
    this.log = log;
    this.leaf = log.count - 1;
    this.labels = undefined;
    this.hasAppended = false;
  }
}

function project(log: SessionLog, path: readonly number[]): ProjectedSessionEntry[] {
  return projectEntries(selectContextEntries(activePath(log, path)));
}
