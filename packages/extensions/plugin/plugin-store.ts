import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Contents } from "./contents.ts";
import { readObject } from "./json.ts";
import type { Source } from "./source.ts";

/** A marketplace that the user added. */
export interface KnownMarketplace {
  readonly name: string;
  readonly source: Source;
  /** The copy of its folder or catalogue. */
  readonly folder: string;
  readonly pin: string;
}

/** An installed plugin, as Tau reads it at each start. */
export interface InstalledPlugin {
  /** `name@marketplace`. */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** The commit or hash that is installed. */
  readonly pin: string;
  readonly source: string;
  /** Its own copy. */
  readonly root: string;
  /** The folder in which it is in effect. Absent: everywhere. */
  readonly project?: string;
  readonly enabled: boolean;
  readonly contents: Contents;
  /** What it brings, as it was shown before the installation. */
  readonly listing: readonly string[];
}

/** The files about marketplaces and plugins in Tau's home. */
export class PluginStore {
  readonly folder: string;

  constructor(agentDir: string) {
    this.folder = join(agentDir, "plugins");
  }

  async marketplaces(): Promise<KnownMarketplace[]> {
    return await this.list<KnownMarketplace>("marketplaces");
  }

  async plugins(): Promise<InstalledPlugin[]> {
    return await this.list<InstalledPlugin>("plugins");
  }

  async saveMarketplaces(marketplaces: readonly KnownMarketplace[]): Promise<void> {
    await this.write("marketplaces", marketplaces);
  }

  async savePlugins(plugins: readonly InstalledPlugin[]): Promise<void> {
    await this.write("plugins", plugins);
  }

  private fileOf(kind: "marketplaces" | "plugins"): string {
    return join(this.folder, kind === "plugins" ? "installed.json" : "marketplaces.json");
  }

  private async list<T>(kind: "marketplaces" | "plugins"): Promise<T[]> {
    const list = (await readObject(this.fileOf(kind)))?.[kind];
    return Array.isArray(list) ? (list as T[]) : [];
  }

  private async write(kind: "marketplaces" | "plugins", list: readonly unknown[]): Promise<void> {
    const file = this.fileOf(kind);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const next = `${file}.${process.pid}`;
    await writeFile(next, `${JSON.stringify({ [kind]: list }, null, 2)}\n`, { mode: 0o600 });
    await rename(next, file);
  }
}
