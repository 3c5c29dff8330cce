import { chmod, glob, mkdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { builtCli, canActAsOthers, createWorkspace, runCli, startProgram } from "@tau/testkit";
import { expect, test } from "vitest";
import { leave, openTau, typeAndSee } from "./interactive/open-tau.ts";
import { withScriptedModel } from "./scripted-model.ts";

test("invalid JSON in a config file is named with its line, and Tau goes on", async () => {
  await using setup = await withScriptedModel({ text: "ok" });
  await writeFile(join(setup.workspace.tauHome, "settings.json"), '{\n  "theme": \n}');
  const exit = await runCli({ workspace: setup.workspace, args: ["--model", "scripted/model", "-p", "x"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "ok\n" });
  expect(exit.stderr).toMatch(/settings\.json:3/);
});

test.runIf(canActAsOthers())("a home that may not be written to gives exit code 4 and names the folder", async () => {
  await using setup = await withScriptedModel({ text: "ok" });
  const { workspace } = setup;
  await chmod(workspace.tauHome, 0o555);
  // Root may write anywhere, so the program runs as nobody.
  const program = startProgram({
    command: "setpriv",
    args: ["--reuid=65534", "--regid=65534", "--clear-groups", process.execPath, builtCli, "--demo", "-p", "x"],
    cwd: "/",
    env: workspace.env,
    stdin: "",
  });
  const exit = await program.exited;
  expect(exit).toMatchObject({ exitCode: 4, stdout: "" });
  expect(exit.stderr).toContain(workspace.tauHome);
  expect(exit.stderr).not.toMatch(/^\s+at /m);
});

test.runIf(process.platform === "linux")("a place that takes no folders ends the run with exit code 4", async () => {
  await using setup = await withScriptedModel({ text: "ok" });
  const { workspace } = setup;
  for (const env of [{ TAU_SESSION_DIR: "/proc/nothing" }, { TAU_HOME: "/proc" }] as Record<string, string>[]) {
    const exit = await runCli({ workspace, args: ["--demo", "-p", "x"], env: { ...env, TAU_OFFLINE: "1" } });
    expect(exit).toMatchObject({ exitCode: 4, stdout: "" });
    expect(exit.stderr).toMatch(/^tau: Could not make the folder \/proc\/.*takes no folder here.*\n$/);
  }
});

test("a full disk gives exit code 4 and a message, and what was written stays readable", async () => {
  await using setup = await withScriptedModel([{ text: "x".repeat(200_000) }]);
  const { workspace } = setup;
  // A limit on the size of files stands in for a full disk: the kernel refuses the write in the same way.
  const command = `ulimit -f 64; trap '' XFSZ; exec "$0" "$1" -p hello`;
  const program = startProgram({
    command: "bash",
    args: ["-c", command, process.execPath, builtCli],
    cwd: workspace.cwd,
    env: workspace.env,
    stdin: "",
  });
  const exit = await program.exited;
  expect(exit.exitCode).toBe(4);
  expect(exit.stderr.split("\n").filter(Boolean)).toHaveLength(1);
  await runCli({ workspace, args: ["-c", "-p", "again"] });
  expect(JSON.stringify(setup.server.requests[1]?.body)).toContain("hello");
});

test.runIf(process.platform === "linux")(
  "a disk without room is told in one sentence, and not tried again",
  async () => {
    await using setup = await withScriptedModel(() => ({ text: "the answer" }));
    const { workspace, server } = setup;
    const drafts = join(workspace.tauHome, "sessions", "drafts");
    await mkdir(drafts, { recursive: true });
    await symlink("/dev/full", join(drafts, "full.jsonl"));
    expect(await runCli({ workspace, args: ["--session-id", "full", "-p", "hello"] })).toMatchObject({
      exitCode: 4,
      stdout: "",
      stderr: `tau: Could not write to ${join(drafts, "full.jsonl")}. The disk is full: free some space and try again.\n`,
    });
    expect(server.requests).toEqual([]);
  },
);

test.runIf(process.platform === "linux")(
  "at the terminal a disk without room is told, and what is said when there is room again is answered",
  async () => {
    await using setup = await withScriptedModel(() => ({ text: "the answer" }));
    const drafts = join(setup.workspace.tauHome, "sessions", "drafts");
    await mkdir(drafts, { recursive: true });
    await symlink("/dev/full", join(drafts, "full.jsonl"));
    await using tau = await openTau(setup.workspace, { args: ["--session-id", "full"], columns: 160 });
    await typeAndSee(tau, ["hello\r", "The disk is full: free some space and try again."]);
    await rm(join(drafts, "full.jsonl"), { force: true });
    await typeAndSee(tau, ["again\r", "the answer"]);
    expect(tau.terminal.text().match(/The disk is full/g)).toHaveLength(1);
    expect(await leave(tau)).toBe(0);
  },
);

test("a setting that cannot be saved is told with its file, and the file stays as it was", async () => {
  await using setup = await withScriptedModel(() => ({ text: "the answer" }));
  const { workspace } = setup;
  const path = join(workspace.tauHome, "settings.json");
  await rm(path);
  await symlink("/nowhere/settings.json", path);
  expect(await runCli({ workspace, args: ["config", "set", "theme", "light"] })).toMatchObject({
    exitCode: 3,
    stderr: `tau: ${path}: is a link to /nowhere/settings.json, which does not exist\n`,
  });
  expect(await readlink(path)).toBe("/nowhere/settings.json");
});

test("at the terminal a setting that cannot be saved is told with its file, and counts until the end", async () => {
  await using setup = await withScriptedModel(() => ({ text: "the answer" }));
  const path = join(setup.workspace.tauHome, "settings.json");
  await using tau = await openTau(setup.workspace, { columns: 160 });
  // At its first start Tau writes the file itself.
  await expect.poll(async () => await readFile(path, "utf8"), { timeout: 30_000 }).toContain("lastChangelogVersion");
  await writeFile(path, '{ "theme": ');
  await typeAndSee(tau, ["/theme paper\r", "settings.json: The file is not a JSON object: nothing was written."]);
  expect(await leave(tau)).toBe(0);
});

test.runIf(process.platform === "linux")(
  "output that finds no room gives exit code 4 and a sentence, in every mode; the session has the answer",
  async () => {
    await using setup = await withScriptedModel(() => ({ text: "the answer" }));
    const { workspace } = setup;
    for (const args of [["--mode", "json", "hi"], ["--help"], ["--list-models"], ["list"], ["-p", "hello"]]) {
      const program = startProgram({
        command: "bash",
        args: ["-c", `exec "$0" "$@" > /dev/full`, process.execPath, builtCli, ...args],
        cwd: workspace.cwd,
        env: workspace.env,
        stdin: "",
      });
      expect(await program.exited).toMatchObject({
        exitCode: 4,
        stderr: "tau: The output cannot be written: ENOSPC: no space left on device, write.\n",
      });
    }
    await runCli({ workspace, args: ["-c", "-p", "again"] });
    expect(JSON.stringify(setup.server.requests.at(-1)?.body)).toContain("the answer");
  },
);

test("a session with a broken line says so, keeps the line aside, and goes on with the rest", async () => {
  await using setup = await withScriptedModel({ text: "ok" });
  const { workspace } = setup;
  await runCli({ workspace, args: ["-p", "first words"] });
  const [file = ""] = await sessionFiles(workspace);
  const lines = (await readFile(file, "utf8")).split("\n");
  await writeFile(file, [...lines.slice(0, 2), '{"type": broken', ...lines.slice(2)].join("\n"));
  const exit = await runCli({ workspace, args: ["--session", file, "-p", "again"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "ok\n" });
  expect(exit.stderr).toMatch(/^tau: A line cannot be read \(15 bytes at \d+ of .*a copy is in .*\.damaged\.\n$/);
  expect(JSON.stringify(setup.server.requests[1]?.body)).toContain("first words");
  const later = await runCli({ workspace, args: ["--session", file, "-p", "once more"] });
  expect(later).toMatchObject({ exitCode: 0, stdout: "ok\n", stderr: "" });
});

async function sessionFiles({ tauHome }: { readonly tauHome: string }): Promise<string[]> {
  return (await Array.fromAsync(glob("sessions/**/*.jsonl", { cwd: tauHome }))).map((path) => join(tauHome, path));
}

test("a folder that is gone gives exit code 4 and says so in a sentence", async () => {
  await using workspace = await createWorkspace();
  const command = `mkdir gone && cd gone && rmdir ../gone && exec "${process.execPath}" "${builtCli}" -p x`;
  const program = startProgram({
    command: "sh",
    args: ["-c", command],
    cwd: workspace.cwd,
    env: workspace.env,
    stdin: "",
  });
  expect(await program.exited).toMatchObject({
    exitCode: 4,
    stdout: "",
    stderr: "tau: The current folder no longer exists. Change to another one and start again.\n",
  });
});
