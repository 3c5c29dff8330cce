import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { fauxAssistantMessage } from "@tau/ai";
import { repositoryRoot, startModelServer, waitUntil } from "@tau/testkit";
import type { AutocompleteProvider } from "@tau/tui";
import { describe, expect, onTestFinished, test } from "vitest";
import { fakeTui, recordingScreen } from "../../test/core/extensions/recording-screen.ts";
import { type SessionWithOptions, sessionWith } from "../../test/core/extensions/session-with.ts";
import { publishedExtensions } from "./published-examples.ts";

const examples = publishedExtensions();
const at = (name: string) => join(examples ?? "", name);

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "tau-examples-"));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

function setVariable(name: string, value: string): void {
  const before = process.env[name];
  onTestFinished(() => {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  });
  process.env[name] = value;
}

/** Programs of these names come first on the path, with these scripts. */
async function programs(scripts: Record<string, string>): Promise<void> {
  const bin = await folder();
  for (const [name, script] of Object.entries(scripts))
    await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  setVariable("PATH", `${bin}:${process.env.PATH}`);
}

async function withExample(path: string, options: SessionWithOptions = {}) {
  const screen = recordingScreen("tui");
  const setup = await sessionWith([], { ...options, paths: [path], bindings: screen.bindings });
  return { ...setup, screen, [Symbol.asyncDispose]: setup[Symbol.asyncDispose] };
}

/** An example with the packages it asks for, kept for the next run; `undefined` where they cannot be fetched. */
async function installed(name: string): Promise<string | undefined> {
  const kept = join(repositoryRoot, `.cache/installed-examples/${name}`);
  if (existsSync(kept)) return kept;
  const work = `${kept}.${process.pid}`;
  await mkdir(work, { recursive: true });
  await cp(at(name), work, { recursive: true });
  try {
    const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=0", "--fetch-timeout=20000"];
    await promisify(execFile)("npm", ["install", ...quiet], { cwd: work });
    await rename(work, kept);
    return kept;
  } catch (error) {
    process.stderr.write(`${name} cannot be installed: ${(error as Error).message.split("\n")[0]}\n`);
    await rm(work, { recursive: true, force: true });
    return undefined;
  }
}

describe.skipIf(!examples)("published examples that need other programs", { timeout: 120_000 }, () => {
  test("file-trigger: what is written into the file becomes a message that is answered", async () => {
    const place = await folder();
    const trigger = join(place, "agent-trigger.txt");
    await writeFile(trigger, "");
    // The file's place is fixed in the example: it is moved to where no other run is.
    const text = (await readFile(at("file-trigger.ts"), "utf8")).replaceAll("/tmp/agent-trigger.txt", trigger);
    await writeFile(join(place, "file-trigger.ts"), text);
    await using setup = await withExample(join(place, "file-trigger.ts"), {
      answers: [fauxAssistantMessage("running")],
    });
    expect(setup.errors).toEqual([]);
    expect(setup.screen.said()).toEqual([`Watching ${trigger}`]);
    await writeFile(trigger, "Run the tests\n");
    const isAnswered = () => setup.session.messages.some(({ role }) => role === "assistant") || undefined;
    await waitUntil(isAnswered, { describe: () => "no answer to what was written" });
    expect(setup.session.messages[0]).toMatchObject({ content: "External trigger: Run the tests" });
  });

  test("github-issue-autocomplete: completes the issues that gh lists", async () => {
    const issues = [
      { number: 12, title: "Crash on start", state: "OPEN" },
      { number: 7, title: "Typo", state: "OPEN" },
    ];
    await programs({
      gh: `echo '${JSON.stringify(issues)}'`,
      git: "echo 'origin git@github.com:a/b.git (fetch)'",
    });
    await using setup = await withExample(at("github-issue-autocomplete.ts"));
    const [factory] = setup.screen.last("addAutocompleteProvider") as [
      (current: AutocompleteProvider) => AutocompleteProvider,
    ];
    const provider = factory({ getSuggestions: async () => null } as unknown as AutocompleteProvider);
    const options = { signal: new AbortController().signal };
    expect(await provider.getSuggestions(["see #cra"], 0, 8, options)).toEqual({
      items: [{ value: "#12", label: "#12", description: "[open] Crash on start" }],
      prefix: "#cra",
    });
  });

  test("interactive-shell: a command gets the terminal, and its end is the result", async () => {
    setVariable("SHELL", "/bin/sh");
    const place = await folder();
    const order: string[] = [];
    const tui = { stop: () => order.push("stop"), start: () => order.push("start") };
    Object.assign(fakeTui, tui);
    onTestFinished(() => {
      for (const name of Object.keys(tui)) Reflect.deleteProperty(fakeTui, name);
    });
    await using setup = await withExample(at("interactive-shell.ts"));
    const result = await setup.session.bash.execute(`i echo ran > ${join(place, "out")}; exit 3`);
    expect(result).toMatchObject({ output: "(interactive command exited with code 3)", exitCode: 3 });
    expect([order, await readFile(join(place, "out"), "utf8")]).toEqual([["stop", "start"], "ran\n"]);
    expect((await setup.session.bash.execute("echo usual")).output).toContain("usual");
  });

  test("mac-system-theme: takes the theme that the system says", async () => {
    await programs({ osascript: "echo true" });
    await using setup = await withExample(at("mac-system-theme.ts"));
    expect(setup.screen.last("setTheme")).toEqual(["dark"]);
  });

  test("doom-overlay: without the game's data it says so, and goes on", async () => {
    await using setup = await withExample(at("doom-overlay"));
    await setup.session.prompt("/doom-overlay /nowhere/doom.wad");
    expect(setup.screen.said().at(-1)).toContain("Failed to load DOOM");
    expect(setup.errors).toEqual([]);
  });

  test("custom-provider-anthropic: asks by the vendor's own package", async (context) => {
    const path = await installed("custom-provider-anthropic");
    if (path === undefined) return context.skip("its packages cannot be fetched");
    setVariable("CUSTOM_ANTHROPIC_API_KEY", "sk-test");
    await using server = await startModelServer({ script: { text: ["by its own code"] } });
    await using setup = await withExample(path);
    const [model] = setup.services.models.getModels("custom-anthropic");
    if (!model) throw new Error("no model");
    const local = { ...model, baseUrl: server.url };
    await setup.session.choice.setModel(local, "set", { keepDefault: true });
    await setup.session.prompt("hello");
    expect(setup.session.lastFailure()?.errorMessage).toBeUndefined();
    expect(setup.session.getLastAssistantText()).toBe("by its own code");
    expect(server.requests[0]).toMatchObject({ headers: { "x-api-key": "sk-test" } });
  });
});
