import { existsSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { createWorkspace, runCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "./scripted-model.ts";

/** Says what it sees of the environment, and what `pi` is for it and for a shell of the user's. */
const EXTENSION = `
import { execFileSync } from "node:child_process";
export default (pi) => pi.on("session_start", async () => {
  const { stdout } = await pi.exec("pi", ["--version"]);
  const { stdout: child } = await pi.exec("sh", ["-c", "echo $PI_CODING_AGENT_DIR"]);
  const seen = { home: process.env.PI_CODING_AGENT_DIR, child: child.trim(), pi: stdout.trim(), real: execFileSync("pi", { encoding: "utf8" }).trim() };
  process.stderr.write("SEEN " + JSON.stringify(seen) + "\\n");
});
`;

test("extensions find Tau's home as pi's, and Tau as pi; the user's own pi and home stay", async () => {
  await using setup = await withScriptedModel([{ text: "Hi." }, { text: "Hi." }]);
  const { workspace } = setup;
  const extension = join(workspace.home, "env.js");
  await writeFile(extension, EXTENSION);
  const bin = join(workspace.home, "bin");
  await mkdir(bin);
  await writeFile(join(bin, "pi"), "#!/bin/sh\necho the real one\n");
  await chmod(join(bin, "pi"), 0o755);
  const see = async (env: Record<string, string> = {}) => {
    const PATH = [bin, process.env.PATH].join(delimiter);
    const args = ["--model", "scripted/model", "-e", extension, "-p", "hi"];
    const { stderr } = await runCli({ workspace, args, env: { PATH, ...env } });
    return JSON.parse(/SEEN (.*)/.exec(stderr)?.[1] ?? JSON.stringify(stderr));
  };
  const version = (await runCli({ workspace, args: ["--version"] })).stdout.trim();
  expect(await see()).toEqual({
    home: workspace.tauHome,
    child: workspace.tauHome,
    pi: version,
    real: "the real one",
  });
  expect(await see({ PI_CODING_AGENT_DIR: "/somewhere/else" })).toMatchObject({
    home: "/somewhere/else",
    child: "/somewhere/else",
  });
});

test("tau import pi reads the place that the user moved pi to, and not Tau's own home", async () => {
  await using workspace = await createWorkspace();
  const moved = join(workspace.home, "moved");
  await mkdir(moved);
  await writeFile(join(moved, "SYSTEM.md"), "Moved.");
  const from = (place: string) => ({
    workspace,
    args: ["import", "pi", "--dry-run"],
    env: { PI_CODING_AGENT_DIR: place },
  });
  expect(await runCli(from(moved))).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("SYSTEM.md") });
  expect((await runCli(from(workspace.tauHome))).stderr).toContain(join(workspace.home, ".pi/agent"));
});

test("under the name pi each word of the command line is a prompt, and nothing asks, but what is denied stays so", async () => {
  await using setup = await withScriptedModel([
    {
      text: "",
      toolCalls: ["git push --force; echo pushed", "touch denied"].map((command) => ({
        name: "bash",
        arguments: { command },
      })),
    },
    { text: "one" },
    { text: "two" },
  ]);
  const { workspace, server } = setup;
  const extension = join(workspace.home, "run.js");
  await writeFile(
    extension,
    `export default (pi) => pi.registerCommand("twice", { handler: async () => {
      const { stdout } = await pi.exec("pi", ["--model", "scripted/model", "--no-extensions", "-p", "first", "second"]);
      process.stderr.write("SAID " + stdout);
    } });`,
  );
  const permissions = { deny: ["Bash(touch:*)"] };
  await workspace.configure("settings.json", { permissions });
  const args = ["--model", "scripted/model", "-e", extension, "-p", "/twice"];
  const { stderr } = await runCli({ workspace, args, env: { TAU_PERMISSION_MODE: "" } });
  expect(stderr).toContain("SAID two");
  expect(JSON.stringify(server.requests[1]?.body)).toContain("pushed");
  expect(JSON.stringify(server.requests[1]?.body)).toContain("A rule denies it: Bash(touch:*).");
  expect(existsSync(workspace.path("denied"))).toBe(false);
  expect(JSON.stringify(server.requests[2]?.body)).toMatch(/first.*one.*second/);
});

test("an extension that an earlier import copied is loaded once, and that is said once", async () => {
  await using setup = await withScriptedModel(() => ({ text: "Hi." }));
  const { workspace } = setup;
  const code = 'export default (pi) => pi.on("session_start", () => process.stderr.write("STARTED\\n"));';
  const places = [join(workspace.tauHome, "extensions"), join(workspace.home, ".pi/agent/extensions")];
  for (const place of places) {
    await mkdir(place, { recursive: true });
    await writeFile(join(place, "greet.js"), code);
  }
  const { stderr } = await runCli({ workspace, args: ["-p", "hi"] });
  expect(stderr.split("\n").sort()).toEqual([
    "",
    "STARTED",
    expect.stringMatching(
      /^tau: These extensions are loaded once, not twice; delete the copies: .*greet\.js \(as .*greet\.js\)$/,
    ),
  ]);
  await writeFile(join(places[1] ?? "", "greet.js"), `${code}\n// mine`);
  expect((await runCli({ workspace, args: ["-p", "hi"] })).stderr).toBe("STARTED\nSTARTED\n");
});
