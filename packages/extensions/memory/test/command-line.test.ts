import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createWorkspace, runCli, startModelServer, useScriptedModel } from "@tau/testkit";
import { expect, test } from "vitest";

const retain = { toolCalls: [{ name: "retain", arguments: { items: [{ content: "The port is 8080" }] } }] };

test("off until enabled: no code is loaded, no file written, no tool declared", async () => {
  await using workspace = await createWorkspace();
  await using server = await startModelServer({ script: [{ text: "Done." }] });
  await useScriptedModel(workspace, server);
  const { stderr, stdout } = await runCli({ workspace, args: ["-p", "Go"], env: { NODE_DEBUG: "esm" } });
  expect(stdout).toBe("Done.\n");
  expect(stderr).not.toMatch(/memory-\w+\.js/);
  expect(existsSync(join(workspace.tauHome, "memory"))).toBe(false);
  expect(server.requests[0]?.tools.map(({ name }) => name)).not.toContain("retain");
});

test("tau memory switches it on; print mode stores, JSON mode recalls; list, search, edit, export and remove", async () => {
  await using workspace = await createWorkspace({ git: true });
  await using server = await startModelServer({ script: [retain, { text: "Stored." }, { text: "8080." }] });
  await useScriptedModel(workspace, server);
  const run = async (...args: string[]) => await runCli({ workspace, args });
  expect(await run("memory", "on")).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("Memory is on.") });
  expect(await run("-p", "Remember the port")).toMatchObject({ exitCode: 0, stdout: "Stored.\n", stderr: "" });
  const { stdout } = await run("--mode", "json", "which port?");
  const events = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(events).toContainEqual(
    expect.objectContaining({ type: "message_end", message: expect.objectContaining({ customType: "memory" }) }),
  );
  expect(JSON.stringify(server.requests[2]?.body)).toContain("- The port is 8080 [project]");

  expect((await run("memory")).stdout).toMatch(/^ {3}1 {2}\d{4}-\d\d-\d\d {2}project {2}The port is 8080\n$/);
  expect((await run("memory", "add", "--global", "key", `ghp_${"a1B2".repeat(9)}`)).stdout).toBe("Stored as 2.\n");
  expect((await run("memory", "search", "ports")).stdout).toContain("The port is 8080");
  expect((await run("memory", "search", "zebra")).stdout).toBe('No memory has anything of "zebra".\n');
  expect((await run("memory", "edit", "1", "The port is 9090")).stdout).toBe("Changed 1.\n");
  const exported = (await run("memory", "export")).stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(exported.map(({ id, content }) => [id, content])).toEqual([
    [1, "The port is 9090"],
    [2, expect.not.stringContaining("a1B2a1B2")],
  ]);
  expect((await run("memory", "remove", "--project")).stdout).toBe("Removed 1.\n");
  expect((await run("memory", "remove", "2")).stdout).toBe("Removed 1.\n");
  expect((await run("memory", "list", "--all")).stdout).toBe("There are no memories.\n");
  expect((await run("memory", "off")).exitCode).toBe(0);
});

test("wrong command lines say what is wrong, with exit code 2; a number that is not there with 1", async () => {
  await using workspace = await createWorkspace();
  for (const [args, message, exitCode] of [
    [["frob"], 'There is no command "tau memory frob"', 2],
    [["list", "--nope"], "--nope", 2],
    [["edit", "x", "y"], '"x" is not the number of a memory.', 2],
    [["remove"], "Name the numbers", 2],
    [["on", "cloud"], "not by cloud", 2],
    [["remove", "7"], "There is no memory 7.", 1],
    [["add", " "], "A memory cannot be empty.", 1],
  ] as const)
    expect(await runCli({ workspace, args: ["memory", ...args] })).toMatchObject({
      exitCode,
      stderr: expect.stringContaining(message),
    });
});

test("a damaged database is set aside, and stdout stays clean", async () => {
  await using workspace = await createWorkspace();
  await runCli({ workspace, args: ["memory", "add", "one"] });
  writeFileSync(join(workspace.tauHome, "memory", "memory.sqlite"), "x".repeat(5_000));
  const { stdout, stderr } = await runCli({ workspace, args: ["memory", "list"] });
  expect(stdout).toBe("There are no memories.\n");
  expect(stderr).toContain("The memory database was damaged. It is now");
});
