import { cp } from "node:fs/promises";
import { dirname, join } from "node:path";
import { builtCli, createWorkspace, runCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "./scripted-model.ts";

/** Stands in for npm: leaves a package where npm would. */
const FAKE_NPM = `import { mkdirSync, writeFileSync } from "node:fs";
const folder = "node_modules/greeter/prompts";
mkdirSync(folder, { recursive: true });
mkdirSync("node_modules/greeter/extensions");
writeFileSync("node_modules/greeter/extensions/york.ts", \`export default (pi) =>
  pi.on("input", ({ text }) => ({ action: "transform", text: text + " of York" }));\`);
writeFileSync("node_modules/greeter/package.json", JSON.stringify({ name: "greeter", version: "1.0.0" }));
writeFileSync(folder + "/greet.md", "Say hello to $1.");
`;

test("-e takes a package for one run, and leaves the settings alone", async () => {
  await using setup = await withScriptedModel({ text: "ok" }, { files: { "npm.mjs": FAKE_NPM } });
  const { workspace, server } = setup;
  const settings = { defaultProvider: "scripted", defaultModel: "model" };
  const npmCommand = [process.execPath, workspace.path("npm.mjs")];
  await workspace.configure("settings.json", { ...settings, npmCommand });
  const exit = await runCli({ workspace, args: ["-e", "npm:greeter", "-p", "/greet Ann"] });
  expect(exit).toMatchObject({ exitCode: 0, stderr: "" });
  expect(JSON.stringify(server.requests[0]?.body)).toContain("Say hello to Ann.");
  expect((await runCli({ workspace, args: ["list"] })).stdout).toContain("No package is installed");
});

/** Stands in for a registry whose package grows by one version with every install. */
const GROWING_NPM = `import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
const file = "node_modules/greeter/package.json";
const version = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).version : "1.0.0";
const next = version.replace(/^\\d+/, (major) => String(Number(major) + 1));
if (process.argv[2] === "view") {
  if (existsSync(process.env.REGISTRY_DOWN ?? "")) process.exit(1);
  process.stdout.write(next);
} else {
  mkdirSync("node_modules/greeter/prompts", { recursive: true });
  const got = existsSync(file) ? next : version;
  writeFileSync(file, JSON.stringify({ name: "greeter", version: got }));
  writeFileSync("node_modules/greeter/prompts/greet.md", "Version " + got);
}
`;

test("-e npm: looks for a newer version at each start, and does with the copy it has where it cannot", async () => {
  await using setup = await withScriptedModel(() => ({ text: "ok" }), { files: { "npm.mjs": GROWING_NPM } });
  const { workspace, server } = setup;
  const settings = { defaultProvider: "scripted", defaultModel: "model" };
  const npmCommand = [process.execPath, workspace.path("npm.mjs")];
  await workspace.configure("settings.json", { ...settings, npmCommand });
  const version = async (source: string, env: Record<string, string>) => {
    expect(await runCli({ workspace, args: ["-e", source, "-p", "/greet"], env })).toMatchObject({ stderr: "" });
    return /Version [\d.]+/.exec(JSON.stringify(server.requests.at(-1)?.body))?.[0];
  };
  const online = { TAU_OFFLINE: "0" };
  expect(await version("npm:greeter", { TAU_OFFLINE: "1" })).toBe("Version 1.0.0");
  expect(await version("npm:greeter", online)).toBe("Version 2.0.0");
  expect(await version("npm:greeter", { TAU_OFFLINE: "1" })).toBe("Version 2.0.0");
  expect(await version("npm:greeter@2.0.0", online)).toBe("Version 2.0.0");
  expect(await version("npm:greeter", { ...online, REGISTRY_DOWN: workspace.path("npm.mjs") })).toBe("Version 2.0.0");
});

test("-ne leaves out every extension but those of a package that -e names", async () => {
  await using setup = await withScriptedModel(() => ({ text: "ok" }), {
    files: { "npm.mjs": FAKE_NPM, "mine.ts": "throw new Error('not wanted');" },
  });
  const { workspace, server } = setup;
  await workspace.configure("settings.json", {
    defaultProvider: "scripted",
    defaultModel: "model",
    npmCommand: [process.execPath, workspace.path("npm.mjs")],
    extensions: [workspace.path("mine.ts")],
  });
  const exit = await runCli({ workspace, args: ["-ne", "-e", "npm:greeter", "-p", "Ann"] });
  expect(exit).toMatchObject({ exitCode: 0, stderr: "" });
  expect(JSON.stringify(server.requests[0]?.body)).toContain("Ann of York");
});

test("tau update runs the command that updates Tau, and says so where there is none", async () => {
  await using workspace = await createWorkspace();
  // Outside of a clone: there, Tau would update the clone.
  const installed = join(workspace.home, "installed");
  await cp(dirname(builtCli), installed, { recursive: true });
  const unknown = await runCli({ workspace, args: ["update", "--self"], cli: join(installed, "cli.js") });
  expect(unknown).toMatchObject({ exitCode: 3 });
  expect(unknown.stderr).toContain("set selfUpdateCommand");
  await workspace.configure("settings.json", { selfUpdateCommand: ["echo", "take {installSpec}", "{version}"] });
  expect(await runCli({ workspace, args: ["update"] })).toMatchObject({
    exitCode: 0,
    stdout: "take @tau/coding-agent@latest latest\n",
  });
  const failing = await runCli({ workspace, args: ["update", "self"], env: { TAU_SELF_UPDATE_COMMAND: "false" } });
  expect(failing).toMatchObject({ exitCode: 1, stderr: "tau: false failed with code 1.\n" });
  expect((await runCli({ workspace, args: ["update", "--extensions"] })).stdout).toBe("No package is installed.\n");
});

test("tau update brings a folder's own packages where the folder is trusted for the run", async () => {
  await using workspace = await createWorkspace({ files: { "npm.mjs": FAKE_NPM } });
  await workspace.write(".tau/settings.json", JSON.stringify({ packages: ["npm:greeter"] }));
  await workspace.configure("settings.json", { npmCommand: [process.execPath, workspace.path("npm.mjs")] });
  const update = async (...args: string[]) => (await runCli({ workspace, args: ["update", ...args] })).stdout;
  expect(await update("--extensions")).toBe("No package is installed.\n");
  expect(await update("--extensions", "--approve")).toBe("Packages are up to date.\n");
  expect(await workspace.read(".tau/npm/node_modules/greeter/prompts/greet.md")).toBe("Say hello to $1.");
});

test("tau auth check says for a provider or a model whether it can be used, in words or as JSON", async () => {
  await using workspace = await createWorkspace();
  const auth = (...args: string[]) =>
    runCli({ workspace, args: ["auth", ...args], env: { ANTHROPIC_API_KEY: "sk-test" } });
  expect(await auth("check", "anthropic", "--json")).toMatchObject({
    exitCode: 0,
    stdout: '{"status":"ready","provider":"anthropic","authType":"api_key","source":"ANTHROPIC_API_KEY"}\n',
  });
  expect(await auth("check", "--provider", "openai")).toMatchObject({ exitCode: 1, stdout: "not_ready\n" });
  expect((await auth("check", "--model", "claude-haiku-4-5")).stdout).toBe("ready\n");
  expect((await auth("print-bearer-token", "anthropic")).stderr).toContain("Not signed in to");
  expect((await auth("print-api-key", "anthropic")).stdout).toBe("sk-test\n");
});
