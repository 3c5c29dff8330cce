import { join } from "node:path";
import type { ExtensionAPI, ExtensionContext } from "@tau/coding-agent";
import { neutralize } from "@tau/tui";
import { HindsightClient } from "./hindsight/client.ts";
import { HindsightBackend } from "./hindsight/hindsight-backend.ts";
import { LocalBackend, type LocalBackendOptions } from "./local/local-backend.ts";
import { MemoryStore } from "./local/memory-store.ts";
import { type MemoryBackend, MemoryError } from "./memory.ts";
import { projectOf } from "./project.ts";
import { hindsightSettings, memorySettings } from "./settings.ts";

/** The database in Tau's home. */
export function databasePath(agentDir: string): string {
  return join(agentDir, "memory", "memory.sqlite");
}

/** Returns what the user reads when a damaged database was renamed. */
export function setAsideText(path: string): string {
  return `The memory database was damaged. It is now ${path}, and a new one was begun. No memory was deleted from it.`;
}

/** Opens the backend that the settings name, at its first use. */
export class MemoryBackends {
  private readonly pi: ExtensionAPI;
  private backend: { readonly name: string; readonly value: MemoryBackend } | undefined;

  constructor(pi: ExtensionAPI) {
    this.pi = pi;
  }

  /** The backend if it is open. */
  get opened(): MemoryBackend | undefined {
    return this.backend?.value;
  }

  current(ctx: ExtensionContext): MemoryBackend {
    const { backend: name } = memorySettings(this.pi.settings.get);
    if (this.backend && this.backend.name === name) return this.backend.value;
    const old = this.backend?.value;
    void old?.close();
    const value = this.open(name, ctx);
    this.backend = { name, value };
    return value;
  }

  async close(): Promise<void> {
    const { backend } = this;
    this.backend = undefined;
    await backend?.value.close();
  }

  private open(name: string, ctx: ExtensionContext): MemoryBackend {
    const project = projectOf(ctx.cwd);
    const redact = (text: string) => this.pi.exports.redact(text);
    const notify = (text: string, kind: "info" | "warning") => ctx.ui.notify(neutralize(text), kind);
    if (name === "local") return this.openLocal(ctx.resources.agentDir, { project, redact, notify });
    if (name !== "hindsight")
      throw new MemoryError("Memory is off. Switch it on with: tau memory on", { code: "usage" });
    const settings = hindsightSettings(this.pi.settings.get);
    const { apiUrl: url, apiToken: token, timeoutMs } = settings;
    if (url === undefined)
      throw new MemoryError("Hindsight backend is not initialised for this session. Set hindsight.apiUrl.", {
        code: "usage",
      });
    const client = new HindsightClient({ http: this.pi.http, url, token, timeoutMs });
    const sessionId = ctx.sessionManager.getSessionId();
    return new HindsightBackend({ client, settings, project, sessionId, redact, notify });
  }

  private openLocal(
    agentDir: string,
    common: Pick<LocalBackendOptions, "project" | "redact" | "notify">,
  ): LocalBackend {
    const onSetAside = (path: string) => common.notify(setAsideText(path), "warning");
    return new LocalBackend({
      ...common,
      store: new MemoryStore(databasePath(agentDir), onSetAside),
      consolidateAfterMs: () => {
        const { consolidate, consolidateAfterMs } = memorySettings(this.pi.settings.get);
        return consolidate ? consolidateAfterMs : undefined;
      },
    });
  }
}
