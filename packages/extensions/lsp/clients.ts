import type { ExtensionAPI, ExtensionProcesses } from "@tau/coding-agent";
import { LanguageClient } from "./client/language-client.ts";
import { LspError, messageOf } from "./lsp-error.ts";
import type { FoundServer } from "./servers/find-servers.ts";
import { canShare, findLspmux, type Lspmux } from "./servers/lspmux.ts";

/** A server that runs this long before it ends counts as sound: its next end is a first one. */
const SOUND_MS = 60_000;
const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 60_000;

export interface ServerState {
  readonly server: FoundServer;
  readonly status: "starting" | "running" | "stopped" | "failed";
  readonly client?: LanguageClient;
  /** Why the server ended or did not start. */
  readonly problem?: string;
}

type ClientPorts = Pick<ExtensionAPI, "permissions" | "processes">;

interface Slot {
  readonly server: FoundServer;
  starting?: Promise<LanguageClient> | undefined;
  client?: LanguageClient | undefined;
  startedAt: number;
  problem?: string | undefined;
  /** How often the server has ended soon after its start, in a row. */
  failures: number;
  notBefore: number;
  idle?: NodeJS.Timeout | undefined;
}

/** The running language servers: one for each server and project. The user's session and its children share them. */
export class Clients {
  private readonly pi: ClientPorts;
  private readonly slots = new Map<string, Slot>();
  /** A server that is not used for this long is ended. Zero: never. */
  idleMs = 0;
  /** Whether servers that lspmux supports are shared through it. */
  useLspmux = false;

  constructor(pi: ClientPorts) {
    this.pi = pi;
  }

  private get processes(): ExtensionProcesses {
    return this.pi.processes;
  }

  /** Resolves to the running server, which is started if necessary. The start continues if `signal` is aborted. */
  async get(server: FoundServer, signal?: AbortSignal): Promise<LanguageClient> {
    const slot = this.slotOf(server);
    if (slot.client?.isAlive) {
      this.keepAwake(slot);
      return slot.client;
    }
    slot.starting ??= this.start(slot).finally(() => {
      slot.starting = undefined;
    });
    if (!signal) return await slot.starting;
    const aborted = Promise.withResolvers<never>();
    const onAbort = () => aborted.reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      signal.throwIfAborted();
      return await Promise.race([slot.starting, aborted.promise]);
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** Returns the server if it runs already. */
  running(server: FoundServer): LanguageClient | undefined {
    const { client } = this.slots.get(keyOf(server)) ?? {};
    return client?.isAlive ? client : undefined;
  }

  list(): ServerState[] {
    return [...this.slots.values()].map((slot) => {
      const { server, client, starting, problem } = slot;
      const status = client?.isAlive ? "running" : starting ? "starting" : problem === undefined ? "stopped" : "failed";
      return {
        server,
        status,
        ...(client?.isAlive ? { client } : {}),
        ...(problem !== undefined && status === "failed" ? { problem } : {}),
      };
    });
  }

  /** Ends a server. The next use starts it again, without a delay. */
  async stop(server: FoundServer): Promise<void> {
    const slot = this.slots.get(keyOf(server));
    if (!slot) return;
    const { client } = slot;
    clearTimeout(slot.idle);
    Object.assign(slot, { client: undefined, problem: undefined, failures: 0, notBefore: 0 });
    await client?.stop();
  }

  /** Resolves to the state of lspmux for a project. */
  async lspmux(root: string): Promise<Lspmux> {
    return this.useLspmux ? await findLspmux(root, this.processes) : { state: "off" };
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.slots.values()].map(({ server }) => this.stop(server)));
  }

  private slotOf(server: FoundServer): Slot {
    const key = keyOf(server);
    const slot = this.slots.get(key) ?? { server, startedAt: 0, failures: 0, notBefore: 0 };
    this.slots.set(key, slot);
    return slot;
  }

  private async start(slot: Slot): Promise<LanguageClient> {
    const { name } = slot.server.spec;
    const waitMs = slot.notBefore - Date.now();
    if (waitMs > 0) {
      const often = `${name} ended ${slot.failures} times soon after its start`;
      const next = `It can be started again in ${Math.ceil(waitMs / 1000)} s`;
      throw new LspError("not-started", `${often}, the last time with: ${slot.problem} ${next}.`);
    }
    slot.startedAt = Date.now();
    const client = await this.launch(slot.server).catch((error: unknown) => {
      this.recordEnd(slot, error);
      throw error;
    });
    slot.client = client;
    slot.problem = undefined;
    client.ended.catch((error: unknown) => {
      // A server that was stopped on request is no longer in its slot.
      if (slot.client === client) this.recordEnd(slot, error);
    });
    this.keepAwake(slot);
    return client;
  }

  /** Starts a server, through lspmux if that is wanted and works. */
  private async launch(server: FoundServer): Promise<LanguageClient> {
    const sandbox = server.spec.sandbox ?? (await this.mustConfine(server));
    const { program, state } = canShare(server) && !sandbox ? await this.lspmux(server.root) : {};
    if (state === "running")
      try {
        return await LanguageClient.start(server, this.processes, { lspmux: program, sandbox });
      } catch {
        // Whatever keeps lspmux from serving this project, the server itself is there.
      }
    return await LanguageClient.start(server, this.processes, { sandbox });
  }

  /**
   * Resolves to whether a server is confined without being asked to: its program or its command line is a file of the
   * project, which confined commands can change, and they must not leave the sandbox through it.
   */
  private async mustConfine({ spec, isInProject }: FoundServer): Promise<boolean> {
    if (spec.isOfProject !== true && !isInProject) return false;
    return (await this.pi.permissions.getMode()) !== "yolo" && (await this.pi.processes.hasSandbox());
  }

  /** Counts an unexpected end. The second one in a row delays the next start, each further one twice as long. */
  private recordEnd(slot: Slot, error: unknown): void {
    const now = Date.now();
    clearTimeout(slot.idle);
    slot.problem = messageOf(error);
    slot.failures = now - slot.startedAt > SOUND_MS ? 1 : slot.failures + 1;
    if (slot.failures < 2) return;
    slot.notBefore = now + Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (slot.failures - 2));
  }

  private keepAwake(slot: Slot): void {
    clearTimeout(slot.idle);
    if (this.idleMs <= 0) return;
    slot.idle = setTimeout(() => void this.stop(slot.server), this.idleMs);
    slot.idle.unref();
  }
}

function keyOf({ spec, program, root }: FoundServer): string {
  return [spec.name, program, root].join("\0");
}
