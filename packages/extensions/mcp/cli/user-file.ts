import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isObject, type JsonObject } from "../json.ts";
import type { ServerConfig } from "../server-entry.ts";

/** `mcp.json` in Tau's home: the servers that the user added, and the names of disabled servers from any file. */
export class UserFile {
  readonly path: string;

  constructor(home: string) {
    this.path = join(home, "mcp.json");
  }

  async servers(): Promise<Readonly<Record<string, ServerConfig>>> {
    const { mcpServers } = await this.read();
    return isObject(mcpServers) ? (mcpServers as Record<string, ServerConfig>) : {};
  }

  async add(name: string, config: ServerConfig): Promise<void> {
    if (!/^[a-zA-Z0-9_.-]{1,100}$/.test(name))
      throw new Error(`"${name}" is no name for a server: use letters, digits, "_", "." and "-".`);
    await this.write({ mcpServers: { ...(await this.servers()), [name]: config } });
  }

  /** Removes a server. Resolves to false if this file does not contain it. */
  async remove(name: string): Promise<boolean> {
    const { [name]: removed, ...mcpServers } = await this.servers();
    if (removed === undefined) return false;
    await this.write({ mcpServers });
    return true;
  }

  async disabled(): Promise<readonly string[]> {
    const { disabledServers } = await this.read();
    return Array.isArray(disabledServers) ? disabledServers.map(String) : [];
  }

  async setEnabled(name: string, isEnabled: boolean): Promise<void> {
    const others = (await this.disabled()).filter((other) => other !== name);
    await this.write({ disabledServers: isEnabled ? others : [...others, name] });
  }

  private async read(): Promise<JsonObject> {
    try {
      const value: unknown = JSON.parse(await readFile(this.path, "utf8"));
      if (isObject(value)) return value;
      throw new Error("it is no object");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
      throw new Error(`${this.path} cannot be changed: ${(error as Error).message}. Correct it by hand.`, {
        cause: error,
      });
    }
  }

  /** Changes parts of the file and keeps the rest. Only the user may read the file, since values may be keys. */
  private async write(changes: JsonObject): Promise<void> {
    const text = `${JSON.stringify({ ...(await this.read()), ...changes }, null, 2)}\n`;
    const draft = `${this.path}.${process.pid}`;
    await mkdir(dirname(this.path), { recursive: true });
    await writeFile(draft, text, { mode: 0o600 });
    await rename(draft, this.path);
  }
}
