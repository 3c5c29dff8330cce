import { readFileSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { PriorDiscovery } from "@modelcontextprotocol/client";
import { isObject } from "../json.ts";
import type { RemotePrompt } from "./remote-prompt.ts";
import type { RemoteResource } from "./remote-resource.ts";
import type { RemoteTool } from "./remote-tool.ts";

/** What a server offers. */
export interface Catalogue {
  readonly tools: readonly RemoteTool[];
  readonly prompts: readonly RemotePrompt[];
  readonly resources: readonly RemoteResource[];
}

/** What is remembered of a server, so that it need not run to be offered. */
export interface KnownServer extends Catalogue {
  readonly prior?: PriorDiscovery | undefined;
}

const FORMAT = 2;

/** One file per configuration of a server, in the cache folder of Tau's home. */
export class ServerCache {
  private readonly folder: string;

  constructor(home: string) {
    this.folder = join(home, "cache", "mcp");
  }

  /** Nothing where it was never asked, or where the file is damaged: then the server is asked again. */
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
