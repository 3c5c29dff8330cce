import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createWorkspace, runCli, startCli, waitUntil } from "@tau/testkit";
import { expect, onTestFinished, test } from "vitest";

/** A server that takes every request and answers none. */
async function silentServer(): Promise<string> {
  const server = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s in the middle of a clone leaves nothing behind", async (signal, exitCode) => {
  await using workspace = await createWorkspace();
  const source = `git:${await silentServer()}/some/one`;
  const program = startCli({ workspace, args: ["install", source] });
  const folder = join(workspace.tauHome, "git");
  await begun(folder);
  await program.kill(signal);
  expect(await program.exited).toMatchObject({
    exitCode,
    stdout: "",
    stderr: expect.stringMatching(/tau: Interrupted\.\n$/),
  });
  expect(await readdir(folder)).toEqual([".gitignore"]);
  expect((await runCli({ workspace, args: ["list"] })).stdout).toContain("No package is installed");
});

test("what a killed install has left is removed by the next, and what another is still at is not", async () => {
  await using workspace = await createWorkspace({ files: { "package/prompts/hello.md": "Hello" } });
  const source = `git:${await silentServer()}/some/one`;
  const folder = join(workspace.tauHome, "git");
  const killed = startCli({ workspace, args: ["install", source] });
  const [left = ""] = await begun(folder);
  await killed.kill("SIGKILL");
  await using atIt = startCli({ workspace, args: ["install", source] });
  const [busy = ""] = await begun(folder, left);
  expect(busy).not.toBe(left);
  await writeFile(join(folder, busy, "mine"), "");

  const repository = workspace.path("package");
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"];
  for (const args of [
    ["init", "-q"],
    ["add", "-A"],
    [...identity, "commit", "-qm", "one"],
  ])
    execFileSync("git", args, { cwd: repository });
  expect(await runCli({ workspace, args: ["install", `file://${repository}`] })).toMatchObject({ exitCode: 0 });
  expect((await unfinished(folder)).sort()).toEqual([busy]);
  expect(await readdir(join(folder, busy))).toContain("mine");
  await atIt.kill("SIGINT");
});

/** The folders of clones under way, once there is one besides `known`. */
function begun(folder: string, known?: string): Promise<string[]> {
  const look = async () => {
    const found = (await unfinished(folder)).filter((name) => name !== known);
    return found.length > 0 ? found : undefined;
  };
  return waitUntil(look, { describe: () => `Nothing was begun in ${folder}.` });
}

async function unfinished(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory() && entry.name.startsWith(".new-")).map(({ name }) => name);
}
