import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { runCli } from "@tau/testkit";
import { rgPath } from "@vscode/ripgrep";
import { expect, test } from "vitest";
import { withScriptedModel } from "./scripted-model.ts";

const call = (name: string, args: object) => ({ toolCalls: [{ name, arguments: args as never }] });

/** A stand-in for docker that runs commands on this machine, in a folder that plays the container. */
const DOCKER = `#!/bin/sh
shift
cd "$FAKE_CONTAINER"
[ "$1" = -w ] && { cd "$2"; shift 2; }
shift
exec "$@"
`;

test("the example of docs/extensions.md opens a workspace in a container, and --continue opens it again", async () => {
  const page = await readFile(join(import.meta.dirname, "../../../../docs/extensions.md"), "utf8");
  const [, example = ""] = /<!-- example: workspace -->\n\n```ts\n([\s\S]*?)```/.exec(page) ?? [];
  await using setup = await withScriptedModel([
    call("bash", { command: "pwd; exit 3" }),
    call("read", { path: "a.txt" }),
    call("grep", { pattern: "insi.e" }),
    call("find", { pattern: "*.txt" }),
    call("ls", {}),
    call("read", { path: "gone.txt" }),
    { text: "done" },
    call("bash", { command: "cat a.txt" }),
    { text: "again" },
  ]);
  const { workspace, server } = setup;
  const [bin, container] = [join(workspace.home, "bin"), join(workspace.home, "container")];
  await mkdir(bin);
  await mkdir(container);
  await writeFile(join(bin, "docker"), DOCKER);
  await chmod(join(bin, "docker"), 0o755);
  await writeFile(join(container, "a.txt"), "inside\n");
  await writeFile(join(workspace.cwd, "a.txt"), "of this machine, insite\n");
  await mkdir(join(workspace.tauHome, "extensions"));
  await writeFile(join(workspace.tauHome, "extensions/container.ts"), example);
  const env = { PATH: [bin, dirname(rgPath), process.env.PATH].join(delimiter), FAKE_CONTAINER: container };
  const results = () =>
    ((server.requests.at(-1)?.body ?? {}) as { messages?: { role: string; content: string }[] }).messages
      ?.filter(({ role }) => role === "tool")
      .map(({ content }) => content);
  const first = await runCli({
    workspace,
    env,
    args: ["--container", "box", "--tools", "bash,read,grep,find,ls", "-p", "go"],
  });
  expect(first).toMatchObject({ exitCode: 0, stdout: "done\n" });
  expect(results()).toEqual([
    `${container}\n\nCommand exited with code 3`,
    "inside\n",
    "a.txt:1: inside",
    "a.txt",
    "a.txt",
    expect.stringContaining("no such file"),
  ]);
  const second = await runCli({ workspace, env, args: ["--continue", "-p", "on"] });
  expect(second).toMatchObject({ exitCode: 0, stdout: "again\n" });
  expect(results()?.at(-1)).toBe("inside\n");
}, 120_000);

test("a session whose workspace no extension provides is not opened on this machine", async () => {
  await using setup = await withScriptedModel([{ text: "never" }]);
  const { workspace } = setup;
  const file = join(workspace.home, "remote.jsonl");
  const header = {
    type: "session",
    version: 3,
    id: "remote",
    timestamp: new Date(0).toISOString(),
    cwd: workspace.cwd,
    workspace: "container:box",
  };
  await writeFile(file, `${JSON.stringify(header)}\n`);
  const exit = await runCli({ workspace, args: ["--session", file, "-p", "go"] });
  expect(exit.exitCode).toBe(3);
  expect(exit.stderr).toContain("This session works in --container box, and no extension that is on provides it.");
  expect(setup.server.requests).toEqual([]);
}, 60_000);
