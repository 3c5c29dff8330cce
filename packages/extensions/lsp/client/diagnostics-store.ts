import { fileURLToPath } from "node:url";
import type { Diagnostic, PublishDiagnosticsParams } from "vscode-languageserver-protocol";

export interface Published {
  readonly items: readonly Diagnostic[];
  readonly version: number | undefined;
  /** Counts the reports of the server, over all files. */
  readonly serial: number;
}

const MOST_FILES = 5000;
const MOST_PER_FILE = 1000;
/** Servers often send the results of several checks one after the other; this is how long to wait for the next. */
const SETTLE_MS = 150;

/** The diagnostics that a server has sent, by file. */
export class DiagnosticsStore {
  private readonly byPath = new Map<string, Published>();
  private readonly listeners = new Set<(path: string) => void>();
  /** How many reports there had been when the server was given the present text of a file. */
  private readonly textSince = new Map<string, number>();
  serial = 0;

  take({ uri, diagnostics, version }: PublishDiagnosticsParams): void {
    const path = pathOfUri(uri);
    if (path === undefined || !Array.isArray(diagnostics)) return;
    this.serial++;
    const items = diagnostics.slice(0, MOST_PER_FILE);
    this.byPath.delete(path);
    this.byPath.set(path, { items, version: version ?? undefined, serial: this.serial });
    const [oldest] = this.byPath.keys();
    if (this.byPath.size > MOST_FILES && oldest !== undefined) this.byPath.delete(oldest);
    for (const listener of this.listeners) listener(path);
  }

  get(path: string): Published | undefined {
    return this.byPath.get(path);
  }

  /** Notes that the server has been given another text of a file. */
  textChanged(path: string): void {
    this.textSince.delete(path);
    this.textSince.set(path, this.serial);
    const [oldest] = this.textSince.keys();
    if (this.textSince.size > MOST_FILES && oldest !== undefined) this.textSince.delete(oldest);
  }

  /** Returns the last report about the present text of a file. */
  ofPresentText(path: string): Published | undefined {
    const found = this.byPath.get(path);
    return found && found.serial > (this.textSince.get(path) ?? 0) ? found : undefined;
  }

  forget(path: string): void {
    this.byPath.delete(path);
  }

  /**
   * Resolves to the diagnostics of a file that were sent after `serial` and are not about an earlier version, once no more of them arrive.
   * Resolves to `undefined` if none arrive in time.
   */
  async next(path: string, { serial, version, timeoutMs, signal }: NextDiagnostics): Promise<Published | undefined> {
    const fresh = () => {
      const found = this.byPath.get(path);
      if (!found || found.serial <= serial) return undefined;
      return found.version === undefined || found.version >= version ? found : undefined;
    };
    const { promise, resolve } = Promise.withResolvers<void>();
    let settling: NodeJS.Timeout | undefined;
    const timer = setTimeout(resolve, timeoutMs);
    const onReport = (changed: string) => {
      if (changed !== path || !fresh()) return;
      clearTimeout(settling);
      settling = setTimeout(resolve, SETTLE_MS);
    };
    const onAbort = () => resolve();
    this.listeners.add(onReport);
    signal?.addEventListener("abort", onAbort, { once: true });
    onReport(path);
    await promise;
    clearTimeout(timer);
    clearTimeout(settling);
    this.listeners.delete(onReport);
    signal?.removeEventListener("abort", onAbort);
    return fresh();
  }
}

export interface NextDiagnostics {
  readonly serial: number;
  readonly version: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Returns the path of a `file:` URI, or `undefined` for anything else. */
export function pathOfUri(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    // Not a file, or not a URI: no path.
    return undefined;
  }
}
