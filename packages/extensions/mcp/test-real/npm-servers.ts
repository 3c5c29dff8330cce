import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitUntil } from "@tau/testkit";

const SCOPE = "@modelcontextprotocol";
const VERSIONS = {
  "server-everything": "2026.8.31",
  "server-filesystem": "2026.8.31",
  "server-memory": "2026.8.31",
} as const;

/** Servers of others, from npm, in a folder of their own. */
export class NpmServers implements Disposable {
  readonly folder: string = mkdtempSync(join(tmpdir(), "tau-mcp-servers-"));

  constructor() {
    const packages = Object.entries(VERSIONS).map(([name, version]) => `${SCOPE}/${name}@${version}`);
    execFileSync("npm", ["install", "--ignore-scripts", "--no-save", "--prefix", this.folder, ...packages]);
  }

  /** The entry of one that speaks over its input and output. */
  stdio(name: keyof typeof VERSIONS, ...args: readonly string[]) {
    return { command: process.execPath, args: [this.program(name), ...args] };
  }

  /** Starts server-everything on a port. */
  async http(kind: "streamableHttp" | "sse"): Promise<{ url: string } & AsyncDisposable> {
    const port = await freePort();
    const child = spawn(process.execPath, [this.program("server-everything"), kind], {
      env: { ...process.env, PORT: String(port) },
      stdio: "ignore",
    });
    const path = kind === "sse" ? "sse" : "mcp";
    const isUp = async () =>
      await fetch(`http://127.0.0.1:${port}/none`).then(
        () => true,
        () => undefined,
      );
    await waitUntil(isUp, { describe: () => "server-everything does not listen" });
    return {
      url: `http://127.0.0.1:${port}/${path}`,
      async [Symbol.asyncDispose]() {
        const ended = new Promise((resolve) => child.once("exit", resolve));
        child.kill("SIGKILL");
        await ended;
      },
    };
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private program(name: string): string {
    return join(this.folder, "node_modules", SCOPE, name, "dist", "index.js");
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
