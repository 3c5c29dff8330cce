import { existsSync } from "node:fs";
import { join } from "node:path";
import { type AgentMessage, SessionLog } from "@tau/agent";
import { artifactDirectory, createLogAt, openLog } from "@tau/agent/node";
import type { Model, ModelThinkingLevel, Usage } from "@tau/ai";
import { resolveRequestedModel } from "../../models/index.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { sessionStoreOptions } from "../log/session-store-options.ts";
import type { ModelWishes } from "../model/choose-model.ts";
import { type AsideOptions, askAside } from "../run/ask-aside.ts";
import type { Session } from "../session.ts";
import { AgentSessionError } from "../session-error.ts";
import type { SessionHooks } from "../session-hooks.ts";
import { CHILD_ENTRY, type ChildEntry, childRecords } from "./child-records.ts";
import type { ChildEvent, ChildLimits, ChildRecord, ChildUsage } from "./child-state.ts";
import { LiveChild } from "./live-child.ts";

export interface ChildRequest {
  readonly name: string;
  readonly parent?: string | undefined;
  readonly systemPrompt?: string | undefined;
  readonly appendSystemPrompt?: string | undefined;
  readonly projectContext?: boolean | undefined;
  readonly context?: string | readonly AgentMessage[] | undefined;
  readonly tools?: readonly string[] | undefined;
  readonly excludeTools?: readonly string[] | undefined;
  readonly model?: Model | string | undefined;
  readonly thinkingLevel?: ModelThinkingLevel | undefined;
  readonly limits?: ChildLimits | undefined;
  readonly cwd?: string | undefined;
  readonly persist?: boolean | undefined;
  readonly detached?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ChildIdentity {
  readonly id: string;
  readonly name: string;
  readonly depth: number;
}

/** How extensions take part in a child. */
export interface ChildParticipants {
  readonly hooks: SessionHooks;
  /** Adds the extension tools that the child may use. */
  attach(session: Session): void;
}

interface ChildParts {
  readonly services: Workspace;
  readonly wanted: Pick<ModelWishes, "model" | "thinkingLevel">;
  readonly participants: ChildParticipants;
}

export interface ChildSessionsParts {
  /** The user's session. */
  readonly session: Session;
  readonly services: Workspace;
}

export type ExtendChild = (child: ChildIdentity, services: Workspace) => ChildParticipants;

/** How deep children may be nested below the user's session. */
const DEEPEST = 3;

/** All child sessions below one session, at any depth. They share its settings, models and credentials. */
export class ChildSessions {
  private readonly session: Session;
  private readonly services: Workspace;
  private readonly live = new Map<string, LiveChild>();
  /** How many levels of children each child may have below it. */
  private readonly levels = new Map<string, number>();
  /** Ids of children that are being created. */
  private readonly taken = new Set<string>();
  /** Settles when the last session that is being opened is open, or has failed. */
  private opening: Promise<unknown> = Promise.resolve();
  private readonly listeners = new Set<(event: ChildEvent) => void>();

  constructor({ session, services }: ChildSessionsParts) {
    this.session = session;
    this.services = services;
  }

  list(): LiveChild[] {
    return [...this.live.values()];
  }

  get(id: string): LiveChild | undefined {
    return this.live.get(id);
  }

  /** Asks a child, or the user's session, without interrupting it. */
  async ask(id: string | undefined, question: string, options?: AsideOptions): Promise<string> {
    return await askAside(this.parentOf(id), question, options);
  }

  subscribe(listener: (event: ChildEvent) => void): () => void {
    const added = (event: ChildEvent) => listener(event);
    this.listeners.add(added);
    return () => this.listeners.delete(added);
  }

  /** Returns the children that are recorded in the log of the user's session, or of a live child. */
  records(parentId?: string): ChildRecord[] {
    const isLive = (id: string) => this.live.has(id);
    return childRecords(this.parentOf(parentId).log, { folder: this.folder(), isLive });
  }

  /** Creates a child. With `reopened`, opens the child with that id, whose log an earlier process of Tau left behind. */
  async create(request: ChildRequest, extend: ExtendChild, reopened?: string): Promise<LiveChild> {
    const parent = this.parentOf(request.parent);
    const levels = this.levelsBelow(request);
    const signal = request.detached ? undefined : parent.agent.signal;
    if (signal?.aborted || request.signal?.aborted) throw new AgentSessionError("closed", "The run was stopped.");
    const id = reopened ?? this.freeId(request);
    if (this.live.has(id)) throw new AgentSessionError("busy", `The child session ${id} is open already.`);
    this.taken.add(id);
    try {
      const services = { ...this.services, cwd: request.cwd ?? this.services.cwd };
      const log = this.logOf(id, request, services, reopened !== undefined);
      const identity = { id, name: request.name, depth: (this.live.get(request.parent ?? "")?.depth ?? 0) + 1 };
      const wanted = await this.modelOf(request, parent, log);
      const participants = extend(identity, services);
      const session = await this.inTurn(() => this.open(log, request, { services, wanted, participants }));
      return this.add(session, identity, { request, parent, signal, levels, isNew: reopened === undefined });
    } finally {
      this.taken.delete(id);
    }
  }

  /** Ends all children, the innermost first. */
  async dispose(): Promise<void> {
    await Promise.allSettled(this.list().map((child) => child.dispose()));
  }

  private parentOf(id: string | undefined): Session {
    if (id === undefined) return this.session;
    const parent = this.live.get(id);
    if (!parent) throw new AgentSessionError("unknown-entry", `There is no child session ${id}.`);
    return parent.session;
  }

  private levelsBelow({ parent, limits, name }: ChildRequest): number {
    const left = (parent === undefined ? DEEPEST : (this.levels.get(parent) ?? 0)) - 1;
    if (left < 0)
      throw new AgentSessionError(
        "nothing-to-do",
        `${name} is not started: child sessions are not nested deeper here.`,
      );
    return Math.min(left, limits?.depth ?? left);
  }

  private folder(): string | undefined {
    const file = this.session.sessionFile;
    return file === undefined ? undefined : artifactDirectory(file);
  }

  private fileOf(id: string): string | undefined {
    const folder = this.folder();
    return folder === undefined ? undefined : join(folder, `${id}.jsonl`);
  }

  private freeId({ name, parent }: ChildRequest): string {
    const plain =
      name
        .replace(/[^\w-]+/g, "-")
        .replace(/^-+|-+$/g, "")
        .slice(0, 40) || "child";
    const known = new Set(this.records(parent).map(({ id }) => id));
    const isFree = (id: string) =>
      !this.live.has(id) && !this.taken.has(id) && !known.has(id) && !existsSync(this.fileOf(id) ?? "");
    const base = parent === undefined ? plain : `${parent}.${plain}`;
    let id = base;
    for (let number = 2; !isFree(id); number++) id = `${base}-${number}`;
    return id;
  }

  private logOf(
    id: string,
    { persist = true, context }: ChildRequest,
    services: Workspace,
    isThere: boolean,
  ): SessionLog {
    const file = this.fileOf(id);
    const options = sessionStoreOptions(services);
    if (isThere) {
      if (file === undefined || !existsSync(file))
        throw new AgentSessionError("missing-file", `There is no log of the child session ${id}.`);
      return openLog(file, undefined, services.cwd, options);
    }
    const parentSession = this.session.sessionFile;
    // A child works where the user's session does.
    const { workspace } = this.session.log.getHeader() ?? {};
    const log =
      persist && file !== undefined
        ? createLogAt(file, services.cwd, { ...options, workspace, ...(parentSession ? { parentSession } : {}) })
        : SessionLog.inMemory(services.cwd, { workspace });
    if (typeof context === "string") log.appendCustomMessageEntry("context", context, false);
    else for (const message of context ?? []) log.appendMessage(message as Parameters<SessionLog["appendMessage"]>[0]);
    return log;
  }

  /** Opens sessions one after the other, so that the first can ask its model, and what was read for it is garbage, when the next is opened. */
  private async inTurn(open: () => Promise<Session>): Promise<Session> {
    const opened = this.opening.then(open);
    this.opening = opened.catch(() => undefined);
    return await opened;
  }

  private async open(
    log: SessionLog,
    request: ChildRequest,
    { services, wanted, participants }: ChildParts,
  ): Promise<Session> {
    const parent = this.parentOf(request.parent);
    const { systemPrompt, appendSystemPrompt, projectContext = true, excludeTools } = request;
    const { createSession, permission } = this.session;
    if (!createSession) throw new AgentSessionError("nothing-to-do", "This session cannot make others.");
    const { session } = await createSession({
      services,
      log,
      ...wanted,
      tools: request.tools ?? parent.tools.activeNames(),
      ...{ systemPrompt, appendSystemPrompt, excludeTools },
      noProjectContext: !projectContext,
      hooks: participants.hooks,
      extensions: { noExtensions: true },
      // The user's rules and answers apply to children too. For a child in another folder, that folder is the workspace.
      permission: permission.forChild?.(request.name, services.cwd) ?? permission,
      parentSnapshots: services.cwd === this.session.log.getCwd() ? this.session.snapshots : undefined,
    });
    if (!log.getContextState().model) session.recordInitialChoice();
    participants.attach(session);
    return session;
  }

  /** Returns the requested model, otherwise the one in the child's log, otherwise the parent's. */
  private async modelOf({ model, thinkingLevel }: ChildRequest, parent: Session, log: SessionLog) {
    const level = thinkingLevel === undefined ? {} : { thinkingLevel };
    if (typeof model === "string") {
      const found = await resolveRequestedModel({ model, registry: this.services.models });
      if ("error" in found) throw new AgentSessionError("no-model", found.error);
      return { thinkingLevel: found.thinkingLevel, ...level, model: found.model };
    }
    if (model === undefined && log.getContextState().model) return level;
    return { thinkingLevel: parent.thinkingLevel, ...level, model: model ?? parent.model };
  }

  private add(
    session: Session,
    { id, name, depth }: ChildIdentity,
    made: { request: ChildRequest; parent: Session; signal: AbortSignal | undefined; levels: number; isNew: boolean },
  ): LiveChild {
    const { request, parent, isNew } = made;
    const note = (entry: ChildEntry) => parent.appendCustomEntry(CHILD_ENTRY, entry);
    const file = session.sessionFile === undefined ? {} : { file: `${id}.jsonl` };
    let isFirst = isNew;
    const child: LiveChild = new LiveChild({
      ...{ id, name, depth, session },
      parentId: request.parent,
      limits: request.limits ?? {},
      spent: isNew ? undefined : spentBefore(session),
      signal: anySignal(made.signal, request.signal),
      onChange: () => this.tell("child_update", child),
      onRun: () => {
        if (!isFirst) note({ event: "run", id });
        isFirst = false;
      },
      onEnd: ({ status, usage, reason }) =>
        note({ event: "end", id, status, usage, ...(reason === undefined ? {} : { reason }) }),
      onSpent: (provider, model, usage) => rollUp(parent, provider, model, usage),
      onDispose: () => {
        this.live.delete(id);
        this.levels.delete(id);
        this.tell("child_end", child);
      },
    });
    if (isNew) note({ event: "start", id, name, ...file });
    this.live.set(id, child);
    this.levels.set(id, made.levels);
    this.tell("child_start", child);
    return child;
  }

  private tell(type: ChildEvent["type"], child: LiveChild): void {
    const event: ChildEvent = { type, child: child.state };
    void this.session.emit(event);
    for (const listener of this.listeners) listener(event);
  }
}

/** Records a child's usage in the parent's log. If the parent is itself a child, its own parent records it in turn. */
function rollUp(parent: Session, provider: string, model: string, usage: Usage): void {
  parent.recordUsage("child", { provider, id: model } as Model, usage);
}

function spentBefore(session: Session): Partial<ChildUsage> {
  const { tokens, cost, assistantMessages } = session.getSessionStats();
  const { total, ...kinds } = tokens;
  return { ...kinds, tokens: total, cost, turns: assistantMessages };
}

function anySignal(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length > 1 ? AbortSignal.any(given) : given[0];
}
