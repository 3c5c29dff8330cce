import { readFileSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { PriorDiscovery } from "@modelcontextprotocol/client";
import { isObject } from "../json.ts";
import type { RemotePrompt } from "./remote-prompt.ts";
import type { RemoteResource } from "./remote-resource.ts";
import type { RemoteTool } from "./remote-tool.ts";

/** The tools, prompts and resources of a server. */
export interface Catalogue {
  readonly tools: readonly RemoteTool[];
  readonly prompts: readonly RemotePrompt[];
  readonly resources: readonly RemoteResource[];
}

/** The cached data of a server, so that its tools can be offered without starting it. */
export interface KnownServer extends Catalogue {
  readonly prior?: PriorDiscovery | undefined;
}

const FORMAT = 2;

/** Keeps one file per server configuration, in the cache folder of Tau's home. */
export class ServerCache {
  private readonly folder: string;

  constructor(home: string) {
    this.folder = join(home, "cache", "mcp");
  }

  /** Returns undefined if there is no file or it is damaged; the server is then asked again. */
  read(hash: string): KnownServer | undefined {
    try {
      const value: unknown = JSON.parse(readFileSync(this.path(hash), "utf8"));
      return isObject(value) && value.format === FORMAT && isCatalogue(value)
        ? (value as unknown as KnownServer)
        : undefined;
    } catch {
      return undefined;
    }
  }

  async write(hash: string, known: KnownServer): Promise<void> {
    const path = this.path(hash);
    const draft = `${path}.${process.pid}`;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(draft, JSON.stringify({ format: FORMAT, ...known }), { mode: 0o600 });
    await rename(draft, path);
  }

  private path(hash: string): string {
    return join(this.folder, `${hash}.json`);
  }
}

function isCatalogue({ tools, prompts, resources }: Readonly<Record<string, unknown>>): boolean {
  return [tools, prompts, resources].every(Array.isArray);
}
