import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ExtensionProcesses } from "@tau/coding-agent";
import { SshConnection } from "./connection.ts";
import type { Destination } from "./destination.ts";
import { abandonedFolders, createSocketFolder, type FolderPlaces, removeFolder } from "./socket-folder.ts";

/** The connections of one session, one for each machine. */
export class Connections {
  private readonly processes: ExtensionProcesses;
  private readonly places: FolderPlaces;
  private readonly open = new Map<string, SshConnection>();
  private folder: Promise<string> | undefined;

  constructor(processes: ExtensionProcesses, places: FolderPlaces) {
    this.processes = processes;
    this.places = places;
  }

  to(destination: Destination): SshConnection {
    const { address, user, port, keyPath } = destination;
    const key = createHash("sha256")
      .update(JSON.stringify([address, user, port, keyPath]))
      .digest("hex")
      .slice(0, 12);
    const found = this.open.get(key);
    if (found) return found;
    const socket = async () => join(await this.socketFolder(), key);
    const made = new SshConnection(destination, this.processes, socket);
    this.open.set(key, made);
    return made;
  }

  /** Ends all connections, and removes what belongs to them. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.open.values()].map((connection) => connection.close()));
    this.open.clear();
    const folder = await this.folder;
    if (folder !== undefined) await removeFolder(folder);
    this.folder = undefined;
  }

  private socketFolder(): Promise<string> {
    this.folder ??= createSocketFolder(this.places).then(async (folder) => {
      for (const abandoned of await abandonedFolders(folder)) await this.clean(abandoned);
      return folder;
    });
    return this.folder;
  }

  /** Ends the connections that a crashed process has left, and removes their folder. */
  private async clean(folder: string): Promise<void> {
    const names = await readdir(folder).catch(() => []);
    for (const name of names.filter((each) => /^[0-9a-f]{12}$/.test(each)))
      await this.processes.run("ssh", ["-S", join(folder, name), "-O", "exit", "--", "localhost"], { timeoutMs: 5000 });
    await removeFolder(folder);
  }
}
