import { existsSync } from "node:fs";
import type { SessionLog } from "@tau/agent";
import {
  createLog,
  findSessionFile,
  listAllSessions,
  listProjectSessions,
  openLog,
  removeSession,
} from "@tau/agent/node";
import type {
  ServedSession,
  ServedSessions,
  SessionClient,
  StoredSession,
} from "../../core/extensions/contract/index.ts";
import { findInitialModel } from "../../core/models/index.ts";
import { printWarning } from "../../core/output/print.ts";
import { addFolders } from "../../core/permission/workspace-roots.ts";
import { logProblems } from "../../core/session/log/log-problems.ts";
import { sessionStoreOptions } from "../../core/session/log/session-store-options.ts";
import { SessionRuntime } from "../../core/session/replace/session-runtime.ts";
import type { Session } from "../../core/session/session.ts";
import { AgentSessionError } from "../../core/session/session-error.ts";
import { serviceDiagnostics, type Workspace } from "../../core/workspace/workspace.ts";
import { clientOperations } from "../folder/client-operations.ts";
import { FolderTrust } from "../folder/folder-trust.ts";
import { openExtensions } from "../folder/open-extensions.ts";
import { type FolderOpening, openFolder } from "../folder/open-folder.ts";
import { selectModel } from "../options/select-model.ts";
import { RuntimeSession } from "./runtime-session.ts";
import { sessionDirectory } from "./session-directory.ts";
import { sessionFactory } from "./session-factory.ts";

/** The sessions that the clients of a server have open. Credentials and models are the same for all of them. */
export class OpenSessions implements ServedSessions {
  private readonly first: Workspace;
  private readonly opening: FolderOpening;
  private readonly opened = new Set<RuntimeSession>();

  constructor(first: Workspace, opening: FolderOpening) {
    this.first = first;
    this.opening = opening;
  }

  current(): Session[] {
    return [...this.opened].map(({ runtime }) => runtime.session);
  }

  async create(client: SessionClient): Promise<ServedSession> {
    const { options } = this.opening;
    return await this.start(client, (services) =>
      createLog(services.cwd, sessionDirectory(options, services), sessionStoreOptions(services)),
    );
  }

  async open(sessionId: string, client: SessionClient): Promise<ServedSession> {
    const path = await this.find(sessionId, client.cwd);
    const { options } = this.opening;
    return await this.start(client, (services) =>
      openLog(path, sessionDirectory(options, services), services.cwd, sessionStoreOptions(services)),
    );
  }

  async list(cwd?: string): Promise<StoredSession[]> {
    const directory = sessionDirectory(this.opening.options, this.first);
    return cwd === undefined ? await listAllSessions(directory) : await listProjectSessions(cwd, directory);
  }

  async remove(sessionId: string): Promise<void> {
    await removeSession(await this.find(sessionId, this.first.cwd));
  }

  async hasModel(): Promise<boolean> {
    const { models: registry, settings } = this.first;
    await registry.refresh();
    const { scopedModels, model } = await selectModel(this.opening.options, this.first);
    return (model ?? (await findInitialModel({ registry, settings, scopedModels, demo: false })).model) !== undefined;
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.opened].map((session) => session.close()));
  }

  private async find(sessionId: string, cwd: string): Promise<string> {
    const directory = sessionDirectory(this.opening.options, this.first);
    const here = findSessionFile(cwd, sessionId, directory);
    const path = here ?? (await listAllSessions(directory)).find(({ id }) => id === sessionId)?.path;
    if (path === undefined) throw new AgentSessionError("missing-file", `There is no session ${sessionId}.`);
    return path;
  }

  private async start(client: SessionClient, openLogIn: (services: Workspace) => SessionLog): Promise<ServedSession> {
    if (!existsSync(client.cwd)) throw new AgentSessionError("missing-folder", `There is no folder ${client.cwd}.`);
    const opening = this.openingFor(client);
    const folder = await openFolder(client.cwd, opening, this.first);
    const { services } = folder;
    const problem = addFolders(client.folders ?? [], services);
    if (problem) throw new AgentSessionError("missing-folder", problem);
    const { extensions } = await openExtensions(folder, opening);
    for (const each of serviceDiagnostics(services)) printWarning(each);
    const chosen = await selectModel(opening.options, services);
    const log = openLogIn(services);
    const locked = log.getReadOnlyReason();
    if (locked) throw locked;
    for (const each of logProblems(log)) printWarning(each);
    const runtime = await SessionRuntime.start(sessionFactory({ services, extensions }, opening, chosen), log);
    const session: RuntimeSession = new RuntimeSession(runtime, client, () => this.opened.delete(session));
    this.opened.add(session);
    await session.start();
    return session;
  }

  /** A session of a client is one of RPC mode to extensions: there is a user, but no screen of our own. */
  private openingFor({ extension, operations }: SessionClient): FolderOpening {
    const given = { ...this.opening, mode: "rpc" as const };
    const inline = [...(given.inline ?? []), ...(extension ? [extension] : [])];
    const args = { ...given, inline };
    return { ...args, trust: new FolderTrust(args), operations: operations && clientOperations(operations) };
  }
}
