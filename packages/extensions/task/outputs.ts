import { readFile } from "node:fs/promises";
import type { ChildUsage, ExtensionAPI, FoldedState, UrlScheme, WorktreeChange } from "@tau/coding-agent";
import { extractJson } from "./extract-json.ts";
import { cutOutput, type TaskOutcome, type TaskStatus } from "./outcome.ts";

/** The state of a task in the log. A task without a status was interrupted, unless it is running. */
export interface TaskRecord {
  readonly id: string;
  readonly agent: string;
  /** Identifies the call and the task within it. */
  readonly key: string;
  readonly status?: TaskStatus;
  readonly reason?: string;
  readonly warnings?: readonly string[];
  readonly notes?: readonly string[];
  /** Changes of an isolated task that are not merged yet. */
  readonly unmerged?: readonly WorktreeChange[];
  readonly usage?: ChildUsage;
  /** The path of the agent's session log. */
  readonly file?: string;
  /** The path of the file with its output. */
  readonly path?: string;
}

type Change = Pick<TaskRecord, "id"> & Partial<TaskRecord>;
type Records = Readonly<Record<string, TaskRecord>>;

/** The results of a session's tasks, kept in its log, so that a repeated call does not run them again. */
export class TaskOutputs {
  private readonly pi: ExtensionAPI;
  private folded: FoldedState<Records, Change> | undefined;
  private readonly listeners = new Set<() => void>();
  private readonly texts = new Map<string, string>();

  constructor(pi: ExtensionAPI) {
    this.pi = pi;
  }

  /** Returns the tasks, oldest first. */
  list(): TaskRecord[] {
    return Object.values(this.state().get());
  }

  /** Calls back after each change until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  begin(record: Pick<TaskRecord, "id" | "agent" | "key" | "file">): void {
    this.append(record);
  }

  /** Records the outcome of a task. With `unmerged`, its changes are still to be merged. */
  async end(
    { id, text, status, reason, warnings, notes, usage }: TaskOutcome,
    unmerged: readonly WorktreeChange[] = [],
  ): Promise<void> {
    const output = cutOutput(text);
    this.texts.set(id, output);
    const path = await this.save(id, output);
    this.append({
      ...{ id, status, warnings, unmerged },
      ...(notes ? { notes } : {}),
      ...(reason === undefined ? {} : { reason }),
      ...(usage ? { usage } : {}),
      ...(path === undefined ? {} : { path }),
    });
  }

  /** Returns the task of an earlier run of the same call. */
  find(key: string): TaskRecord | undefined {
    return this.list().findLast((record) => record.key === key);
  }

  async outcomeOf({ id, status, reason, warnings = [], notes, usage }: TaskRecord): Promise<TaskOutcome | undefined> {
    if (status === undefined) return undefined;
    const text = (await this.read(id)) ?? "";
    return {
      ...{ id, status, text, warnings },
      ...(reason === undefined ? {} : { reason }),
      ...(notes ? { notes } : {}),
      ...(usage ? { usage } : {}),
    };
  }

  async read(id: string): Promise<string | undefined> {
    const path = this.state().get()[id]?.path;
    return this.texts.get(id) ?? (path === undefined ? undefined : await readFile(path, "utf8"));
  }

  /** Returns the URL scheme `agent://<id>`, with a path or a query for a part of an output that is JSON. */
  scheme(): UrlScheme {
    return {
      scheme: "agent",
      description: "Outputs of agents",
      read: async ({ host, path, query }, { hasLineRange }) => {
        const text = await this.read(host);
        const wanted = { path, query: new URLSearchParams(query).get("q") };
        const isPart = path !== "" || wanted.query !== null;
        if (isPart && hasLineRange)
          throw new Error("Cannot combine query extraction with offset/limit. Leave the lines or the extraction out.");
        if (text !== undefined) return { text: isPart ? extractJson(text, host, wanted) : text };
        const ids = this.list().map(({ id }) => id);
        throw new Error(
          `There is no output of ${host}. ${ids.length > 0 ? `There are: ${ids.join(", ")}.` : ""}`.trim(),
        );
      },
      complete: (typed) =>
        this.list()
          .map(({ id }) => `agent://${id}`)
          .filter((url) => url.startsWith(typed)),
    };
  }

  private append(change: Change): void {
    this.state().append(change);
    for (const changed of this.listeners) changed();
  }

  private async save(id: string, text: string): Promise<string | undefined> {
    try {
      return (await this.pi.artifacts.save(`task-${id}`, text)).path;
    } catch {
      // A session in memory has no folder: the output is kept only as long as the session.
      return undefined;
    }
  }

  private state(): FoldedState<Records, Change> {
    this.folded ??= this.pi.state.fold<Records, Change>("tasks", {}, (records, change) => ({
      ...records,
      [change.id]: { ...(records[change.id] ?? { agent: "", key: "" }), ...change },
    }));
    return this.folded;
  }
}
