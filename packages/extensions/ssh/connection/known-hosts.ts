import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { SshConnection } from "./connection.ts";
import { describeDestination } from "./destination.ts";
import { detectHost, type HostInfo } from "./host-info.ts";

/** Changes with the meaning of the fields, so that what an older version has found out is found out again. */
const VERSION = 1;

interface HostFile {
  readonly version: number;
  readonly hosts: Readonly<Record<string, HostInfo>>;
}

/** What machines turned out to be, kept in a file so that each is asked once. */
export class KnownHosts {
  private readonly path: string;
  private readonly asked = new Map<string, Promise<HostInfo>>();

  constructor(path: string) {
    this.path = path;
  }

  /** Resolves to what is known, by host as `describeDestination` writes it. */
  async all(): Promise<HostFile["hosts"]> {
    try {
      const { version, hosts } = JSON.parse(await readFile(this.path, "utf8")) as HostFile;
      return version === VERSION && typeof hosts === "object" && hosts !== null ? hosts : {};
    } catch {
      // A missing or broken file only means that the machines are asked again.
      return {};
    }
  }

  async of(connection: SshConnection): Promise<HostInfo> {
    const { destination } = connection;
    const key = `${describeDestination(destination)}${destination.compat === undefined ? "" : ` compat=${destination.compat}`}`;
    const asked = this.asked.get(key) ?? this.ask(key, connection);
    this.asked.set(key, asked);
    return await asked.catch((error: unknown) => {
      this.asked.delete(key);
      throw error;
    });
  }

  /** Forgets a machine whose shell is not what it was. */
  async forget(connection: SshConnection): Promise<void> {
    this.asked.clear();
    const name = describeDestination(connection.destination);
    const others = Object.entries(await this.all()).filter(([key]) => key.split(" ")[0] !== name);
    await this.save(Object.fromEntries(others)).catch(() => undefined);
  }

  private async ask(key: string, connection: SshConnection): Promise<HostInfo> {
    const known = (await this.all())[key];
    if (known && isInfo(known)) return known;
    const info = await detectHost(connection);
    // A machine that could not be noted down is asked again the next time.
    await this.save({ ...(await this.all()), [key]: info }).catch(() => undefined);
    return info;
  }

  private async save(hosts: HostFile["hosts"]): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true });
    const temporary = `${this.path}.${process.pid}.tmp`;
    await writeFile(temporary, `${JSON.stringify({ version: VERSION, hosts }, undefined, 2)}\n`, { mode: 0o600 });
    await rename(temporary, this.path);
  }
}

function isInfo({ kind, os, shell }: HostInfo): boolean {
  return [kind, os, shell].every((field) => typeof field === "string");
}
