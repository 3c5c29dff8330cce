import type { ImageContent, Message, TextContent, Usage } from "@tau/ai";
import type { AgentMessage } from "../contract/messages.ts";
import { optional } from "../optional-fields.ts";
import { type SessionContext, type SessionProjection, selectContextEntries } from "./context/context.ts";
import { type ContextEnd, hasMessage, readContextEnd } from "./context/context-end.ts";
import type { ContextState } from "./context/context-state.ts";
import type { SessionDiagnostic } from "./diagnostic.ts";
import type {
  ContextEditEntry,
  CustomEntry,
  FileEntry,
  LabelEntry,
  SessionEntry,
  SessionHeader,
  UsageEntry,
} from "./entries/entry.ts";
import { assertStorableMessage, checkContextEdit } from "./entries/entry-checks.ts";
import { createEntryId } from "./entries/entry-id.ts";
import type { BashExecutionMessage, CustomMessage } from "./entries/messages.ts";
import { createHeader, type NewSessionOptions } from "./entries/session-header.ts";
import { extractBranch } from "./extract-branch.ts";
import { findCustom } from "./find-custom.ts";
import {
  activePath,
  allPositions,
  applyLabel,
  pathPositions,
  pathState,
  pathThinkingLevel,
  projectPath,
  readEntries,
  readLabels,
  readRelinked,
  readSessionName,
} from "./log-reader.ts";
import type { LogStorage, SessionStore } from "./log-storage.ts";
import { openInMemory } from "./memory-store.ts";
import { SessionError } from "./session-error.ts";
import { type SessionPorts, systemPorts } from "./session-ports.ts";
import { buildTree, type EntryLabel, type SessionTreeNode } from "./tree.ts";

/** The fields of an entry without its place in the tree. */
type EntryBody<T = SessionEntry> = T extends SessionEntry ? Omit<T, "id" | "parentId" | "timestamp"> : never;

/**
 * The log of one session: an append-only tree of entries, and a leaf that marks the current position of the conversation. An append creates
 * a child of the leaf and moves the leaf there; branching moves the leaf and changes no entry. A log always belongs to the same session:
 * methods that create a session return a new log.
 */
export class SessionLog {
  private readonly store: SessionStore;
  private readonly storage: LogStorage;
  private readonly ports: SessionPorts;
  private readonly cwdOverride: string | undefined;
  private leaf: number;
  private labels: Map<string, EntryLabel> | undefined;
  /** Whether this program has appended to the session. */
  hasAppended = false;

  /** Creates a session in memory, optionally with entries that are stored elsewhere. */
  static inMemory(cwd = "/", options: NewSessionOptions = {}, entries: FileEntry[] = []): SessionLog {
    const { store, storage } = openInMemory(createHeader(cwd, options), entries, options.ports);
    return new SessionLog(store, storage);
  }

  constructor(store: SessionStore, storage: LogStorage, cwdOverride?: string) {
    this.store = store;
    this.storage = storage;
    this.ports = store.ports ?? systemPorts;
    this.cwdOverride = cwdOverride;
    this.leaf = storage.count - 1;
  }

  /** Creates an empty session in the same store. */
  createNext(options: NewSessionOptions = {}): SessionLog {
    return new SessionLog(this.store, this.store.create({ header: this.header(options) }));
  }

  /** Opens another session in the same store. Throws if sessions are kept in memory. */
  openOther(sessionFile: string): SessionLog {
    return new SessionLog(this.store, this.store.open(sessionFile));
  }

  /** Creates a new session with only the path to `leafId`; `null` creates an empty one. This session stays open and unchanged. */
  fork(leafId: string | null): SessionLog {
    const parentSession = this.getSessionFile();
    const header = this.header(optional({ parentSession }));
    if (leafId === null) return new SessionLog(this.store, this.store.create({ header }));
    const path = readEntries(this.storage, pathPositions(this.storage, this.requirePosition(leafId)));
    const entries = extractBranch(path, this.allLabels(), this.ports);
    return new SessionLog(this.store, this.store.create({ header, entries, ...optional({ copyOf: parentSession }) }));
  }

  /**
   * Reads the same session again, including entries that other processes have written, and takes the right to write if it is free. The leaf
   * is at the end of the session. Closes this log.
   */
  reopen(): SessionLog {
    const { path, header } = this.storage;
    const storage =
      path === undefined ? this.store.create({ header, entries: this.getEntries() }) : this.store.open(path);
    this.close();
    return new SessionLog(this.store, storage, this.cwdOverride);
  }

  /** Releases the session for other processes. Reading still works. */
  close(): void {
    this.storage.close();
  }

  /** Returns the time from the clock of this session. */
  now(): number {
    return this.ports.now();
  }

  /** Resolves once all appended entries are durable. Returns `undefined` if an append itself stores the entry. */
  settled(): Promise<void> | undefined {
    return this.storage.settled?.();
  }

  isPersisted(): boolean {
    return this.storage.path !== undefined;
  }

  /** Returns why nothing can be written: another process is writing, a newer format, no permission. */
  getReadOnlyReason(): SessionError | undefined {
    return this.storage.readOnly;
  }

  getDiagnostics(): readonly SessionDiagnostic[] {
    return this.storage.diagnostics;
  }

  getCwd(): string {
    return this.cwdOverride ?? this.storage.header.cwd ?? "";
  }

  getSessionDir(): string {
    return this.store.directory ?? "";
  }

  /** Returns whether new sessions go to the project's folder in Tau's home. */
  usesDefaultSessionDir(): boolean {
    return this.store.isDefaultDirectory ?? false;
  }

  getSessionId(): string {
    return this.storage.header.id;
  }

  getSessionFile(): string | undefined {
    return this.storage.path;
  }

  getSessionName(): string | undefined {
    return readSessionName(this.storage);
  }

  getHeader(): SessionHeader | null {
    return this.storage.header;
  }

  /** Rejects summaries of compactions and branches, which have their own entry types. */
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
    return this.append({ type: "usage", kind, provider, model, usage, ...optional({ note }) }) as UsageEntry;
  }

  /** With `null`, nothing before the compaction is kept: the entry then refers to itself. */
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
    return this.append({ type: "session_info", name: onOneLine(name) }).id;
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
    const checked = checkContextEdit(this.storage, this.leaf, targetId, replacement);
    return this.append({ type: "context_edit", targetId, replacement: checked }).id;
  }

  /** Sets a label. An absent or empty label removes it. */
  appendLabelChange(targetId: string, label: string | undefined): string {
    this.requirePosition(targetId);
    const body: EntryBody<LabelEntry> = { type: "label", targetId, ...optional({ label: label?.trim() || undefined }) };
    const entry = this.append(body);
    if (this.labels) applyLabel(this.labels, entry);
    return entry.id;
  }

  getLeafId(): string | null {
    return this.leaf < 0 ? null : this.storage.idAt(this.leaf);
  }

  getLeafEntry(): SessionEntry | undefined {
    return this.leaf < 0 ? undefined : this.storage.entryAt(this.leaf);
  }

  getEntry(id: string): SessionEntry | undefined {
    const position = this.storage.positionOf(id);
    return position < 0 ? undefined : this.storage.entryAt(position);
  }

  getChildren(parentId: string): SessionEntry[] {
    const parent = this.storage.positionOf(parentId);
    if (parent < 0) return [];
    return readEntries(
      this.storage,
      allPositions(this.storage).filter((position) => this.storage.parentAt(position) === parent),
    );
  }

  getLabel(id: string): string | undefined {
    return this.allLabels().get(id)?.label;
  }

  /** Returns the entries of a branch, root first. */
  getBranch(fromId?: string): SessionEntry[] {
    const leaf = fromId === undefined ? this.leaf : this.storage.positionOf(fromId);
    return readEntries(this.storage, pathPositions(this.storage, leaf));
  }

  /**
   * Returns the end of the branch, from the first entry the latest compaction kept. Most callers need no more, and earlier entries are not
   * read.
   */
  getActiveBranch(): SessionEntry[] {
    return activePath(this.storage, this.path());
  }

  buildContextEntries(): SessionEntry[] {
    return selectContextEntries(this.getActiveBranch());
  }

  /** Reads only the entries since the latest compaction, whatever the length of the session. */
  buildSessionProjection(): SessionProjection {
    const path = this.path();
    const entries = projectPath(this.storage, path);
    return { entries, messages: entries.flatMap((entry) => entry.messages), ...pathState(this.storage, path) };
  }

  /** Returns a function that reads the messages of the current context when it is called. */
  deferContext(): () => AgentMessage[] {
    const { storage } = this;
    const path = this.path();
    return () => projectPath(storage, path).flatMap((entry) => entry.messages);
  }

  buildSessionContext(): SessionContext {
    const { messages, thinkingLevel, model } = this.buildSessionProjection();
    return { messages, thinkingLevel, model };
  }

  /** Returns model and thinking level at the end of the branch. Reads no further back than needed. */
  getContextState(): ContextState {
    return pathState(this.storage, this.path());
  }

  /** Returns the thinking level that was set on the branch, if any. */
  getChosenThinkingLevel(): string | undefined {
    return pathThinkingLevel(this.storage, this.path());
  }

  /** Returns the latest custom entry of this type on the branch. */
  findCustomEntry(customType: string): CustomEntry | undefined {
    return findCustom(this.storage, this.path(), customType);
  }

  /** Returns whether the branch has any message for the model. Reads no entry. */
  hasMessages(): boolean {
    return hasMessage(this.storage, this.path());
  }

  /**
   * Returns the end of the context with at least as many messages as wanted. Reads no more than it returns, unless it needs the whole
   * context.
   */
  readContextEnd(isEnough: (messages: readonly AgentMessage[]) => boolean): ContextEnd {
    const end = readContextEnd(this.storage, this.path(), isEnough);
    if (end) return end;
    const { messages, entries } = this.buildSessionProjection();
    return { messages, entries, before: 0 };
  }

  getEntryCount(): number {
    return this.storage.count;
  }

  getEntries(): SessionEntry[] {
    return readEntries(this.storage, allPositions(this.storage));
  }

  /**
   * Returns all entries, each with its parent in this tree. Children of an unreadable entry have its nearest readable ancestor as parent.
   */
  getRelinkedEntries(): SessionEntry[] {
    return readRelinked(this.storage);
  }

  getTree(): SessionTreeNode[] {
    const entries = allPositions(this.storage).map((position) => this.storage.entryAt(position));
    return buildTree(entries, (position) => this.storage.parentAt(position), this.allLabels());
  }

  branch(branchFromId: string): void {
    this.leaf = this.requirePosition(branchFromId);
  }

  /** Makes the next entry a new root. */
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
    const fromId = (branchFromId === null ? null : this.getLeafId()) ?? "root";
    this.leaf = branchFromId === null ? -1 : this.requirePosition(branchFromId);
    try {
      return this.append({ type: "branch_summary", fromId, summary, ...optional({ details, usage, fromHook }) }).id;
    } catch (error) {
      this.leaf = left;
      throw error;
    }
  }

  private append(body: EntryBody, id = this.freeId()): SessionEntry {
    const { type, ...rest } = body;
    const entry = {
      type,
      id,
      parentId: this.getLeafId(),
      timestamp: new Date(this.ports.now()).toISOString(),
      ...rest,
    } as SessionEntry;
    this.storage.append(entry);
    this.hasAppended = true;
    this.leaf = this.storage.count - 1;
    return entry;
  }

  private header(options: NewSessionOptions): SessionHeader {
    const workspace = this.getHeader()?.workspace;
    return createHeader(this.getCwd(), { ports: this.ports, workspace, ...options });
  }

  private freeId(): string {
    return createEntryId((id) => this.storage.positionOf(id) >= 0, this.ports);
  }

  private path(): readonly number[] {
    return pathPositions(this.storage, this.leaf);
  }

  private allLabels(): Map<string, EntryLabel> {
    this.labels ??= readLabels(this.storage);
    return this.labels;
  }

  private requirePosition(id: string): number {
    const position = this.storage.positionOf(id);
    if (position >= 0) return position;
    throw new SessionError("unknown-entry", `Entry ${id} not found in session ${this.getSessionId()}.`);
  }
}

function onOneLine(text: string): string {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  return lines.filter((line) => line !== "").join(" ");
}
