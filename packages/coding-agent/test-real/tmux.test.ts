import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { builtCli, requireProgram, type Workspace, waitUntil } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "../test/e2e/scripted-model.ts";

const run = promisify(execFile);

/** A terminal of another kind than the one that other tests draw on, with a scrollback of its own. */
class Tmux implements AsyncDisposable {
  private readonly workspace: Workspace;

  private constructor(workspace: Workspace) {
    this.workspace = workspace;
  }

  static async open(workspace: Workspace, columns: number, rows: number): Promise<Tmux> {
    const tmux = new Tmux(workspace);
    const size = ["-x", String(columns), "-y", String(rows)];
    await tmux.do("new-session", "-d", ...size, "-c", workspace.cwd, process.execPath, builtCli);
    await tmux.waitFor(/─{30}/);
    return tmux;
  }

  /** Typed as it is; a key by its name. */
  async keys(...keys: string[]): Promise<void> {
    await this.do("send-keys", ...keys);
  }

  async type(text: string): Promise<void> {
    await this.do("send-keys", "-l", text);
  }

  async screen(...options: string[]): Promise<string> {
    return (await this.do("capture-pane", "-p", ...options)).stdout;
  }

  async pid(): Promise<number> {
    return Number((await this.do("display-message", "-p", "#{pane_pid}")).stdout);
  }

  async waitFor(pattern: RegExp): Promise<string> {
    return await waitUntil(
      async () => {
        const screen = await this.screen();
        return pattern.test(screen) ? screen : undefined;
      },
      { describe: () => `tmux never showed ${pattern}`, timeoutMs: 30_000 },
    );
  }

  async close(): Promise<void> {
    await this.do("kill-server");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // A server that has ended with its last session is what is wanted.
    await this.close().catch(() => undefined);
  }

  private async do(...args: string[]) {
    const { env, home } = this.workspace;
    return await run("tmux", ["-S", join(home, "tmux"), "-f", "/dev/null", ...args], {
      env: { ...env, TERM: "xterm" },
    });
  }
}

test.for([
  [80, 24],
  [120, 40],
  [40, 15],
] as const)(
  "in tmux at %ix%i every line is drawn once, and a selector opens over it and goes away",
  async ([columns, rows], context) => {
    await requireProgram("tmux", context);
    const lines = Array.from({ length: 60 }, (_, index) => `line ${index + 1}.`);
    await using setup = await withScriptedModel(() => ({ text: lines.map((line) => `${line}\n\n`) }));
    await using tmux = await Tmux.open(setup.workspace, columns, rows);
    await tmux.type("count");
    await tmux.keys("Enter");
    await tmux.waitFor(/line 60\.\s+─{30}/);
    const all = await tmux.screen("-S", "-1000");
    expect(lines.filter((line) => all.split("\n").filter((row) => row.trim() === line).length !== 1)).toEqual([]);
    await tmux.type("/theme");
    await tmux.keys("Enter");
    await tmux.waitFor(/╭─ Theme/);
    await tmux.keys("Escape");
    await tmux.waitFor(/line 60\.\s+─{30}/);
    await tmux.type("typed");
    expect(await tmux.waitFor(/─\n *typed/)).not.toContain("Theme");
  },
);

test("closing the terminal ends Tau, and the session is whole", async (context) => {
  await requireProgram("tmux", context);
  await using setup = await withScriptedModel(() => ({ text: ["Half", " an", " answer", "…"], pace: 2 }));
  await using tmux = await Tmux.open(setup.workspace, 80, 24);
  await tmux.type("go");
  await tmux.keys("Enter");
  await tmux.waitFor(/Half/);
  const pid = await tmux.pid();
  await tmux.close();
  await waitUntil(async () => (isRunning(pid) ? undefined : true), { describe: () => `Process ${pid} lives on` });
  const folder = join(setup.workspace.tauHome, "sessions");
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".jsonl"));
  const logs = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
  expect(logs).toHaveLength(1);
  const entries = logs.flatMap((log) => log.trimEnd().split("\n")).map((line): unknown => JSON.parse(line));
  expect(JSON.stringify(entries)).toContain('"go"');
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
