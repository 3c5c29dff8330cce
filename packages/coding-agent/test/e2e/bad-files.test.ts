import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { runCli } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "./scripted-model.ts";

/** Each is broken in its own way; the line is where it is. */
const BROKEN: Readonly<Record<string, readonly [content: string, line: number, reason: RegExp]>> = {
  "settings.json": [
    '{\n  "defaultProvider": "scripted",\n  "defaultModel": "model",\n  "theme": 7,\n  "packages": ["./pack"]\n}',
    4,
    /"theme" must be/,
  ],
  "pack/package.json": ['{ "name": "pack",\n  "pi": { oops\n}', 2, /pack is left out: .*is not JSON/],
  "trust.json": ['{\n "/somewhere": "yes"\n}', 2, /must be a boolean/],
  "auth.json": ['{\n "anthropic": 5 }', 2, /must be/],
  "skills/odd/SKILL.md": ["---\nname: odd\nnot yaml\n---\nx", 3, /not YAML/],
  "skills/open/SKILL.md": ["---\nname: open\ndescription: [unclosed\n---\nx", 3, /not YAML: the \[ is never closed/],
  "prompts/open.md": ["---\ndescription: 'unclosed\n---\nx", 2, /not YAML: the ' is never closed/],
  "extensions/throws.ts": ["\nexport default () => {\n  throw new Error('no');\n};", 3, /was not loaded: no/],
  "extensions/broken.ts": ["\nexport default (", 2, /was not loaded/],
};

test("each broken file is told of by name, line and reason, and the prompt is answered", async () => {
  await using setup = await withScriptedModel({ text: "an answer" });
  const { workspace } = setup;
  for (const [file, [content]] of Object.entries(BROKEN)) {
    const path = join(workspace.tauHome, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content, { mode: 0o600 });
  }
  const exit = await runCli({ workspace, args: ["-p", "hi"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "an answer\n" });
  for (const [file, [, line, reason]] of Object.entries(BROKEN)) {
    const path = join(workspace.tauHome, file);
    expect(exit.stderr).toContain(`${path}:${line}`);
    expect(
      exit.stderr
        .split("\n")
        .filter((text) => text.includes(path))
        .join("\n"),
    ).toMatch(reason);
  }
});

test("a default model that is not there any more is named, with the one that is taken", async () => {
  await using setup = await withScriptedModel({ text: "an answer" });
  const { workspace } = setup;
  const taken = async (settings: object) => {
    await workspace.configure("settings.json", settings);
    return await runCli({ workspace, args: ["-p", "hi"] });
  };
  expect(await taken({ defaultProvider: "scripted", defaultModel: "gone" })).toMatchObject({
    stdout: "an answer\n",
    stderr: "tau: The default model scripted/gone is not known; using scripted/model.\n",
  });
  expect(await taken({ defaultProvider: "anthropic", defaultModel: "claude-sonnet-5-5" })).toMatchObject({
    stderr: "tau: There is no key for the default model anthropic/claude-sonnet-5-5; using scripted/model.\n",
  });
});

test("a SYSTEM.md that cannot be read is told of; texts in UTF-16 are read", async () => {
  await using setup = await withScriptedModel({ text: "an answer" });
  const { workspace, server } = setup;
  await mkdir(join(workspace.tauHome, "SYSTEM.md"));
  await mkdir(join(workspace.tauHome, "skills", "wide"), { recursive: true });
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
  await writeFile(join(workspace.tauHome, "AGENTS.md"), utf16("Whales are wide."));
  const skill = "---\nname: wide\ndescription: Measures whales.\n---\nMeasure.";
  await writeFile(join(workspace.tauHome, "skills", "wide", "SKILL.md"), utf16(skill));
  const exit = await runCli({ workspace, args: ["-p", "hi"] });
  expect(exit.stderr).toBe(`tau: ${join(workspace.tauHome, "SYSTEM.md")}: cannot be read (it is a folder)\n`);
  const sent = JSON.stringify(server.requests[0]?.body);
  expect(sent).toContain("Whales are wide.");
  expect(sent).toContain("Measures whales.");
});

test("a broken models.json costs its own part alone", async () => {
  await using setup = await withScriptedModel({ text: "an answer" });
  const { workspace, server } = setup;
  const models = `{ "providers": {
    "bad": { "baseUrl": 3 },
    "scripted": { "baseUrl": "${server.url}/v1", "api": "openai-completions", "apiKey": "k", "models": [
      { "id": "model", "contextWindow": 100000, "maxTokens": 8000 },
      { "id": "worse", "contextWindow": "big" }
    ] }
  } }`;
  await writeFile(join(workspace.tauHome, "models.json"), models);
  const exit = await runCli({ workspace, args: ["-p", "hi"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "an answer\n" });
  expect(exit.stderr).toContain('models.json:2: "providers.bad.baseUrl" must be a string');
  expect(exit.stderr).toContain("models.json:5: ");
});

test("a file that is no JSON at all is left as it is, and the rest of Tau works", async () => {
  await using setup = await withScriptedModel({ text: "an answer" });
  const { workspace } = setup;
  await writeFile(join(workspace.tauHome, "settings.json"), "{ // mine\n  theme:");
  const exit = await runCli({ workspace, args: ["--model", "scripted/model", "-p", "hi"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "an answer\n" });
  expect(exit.stderr).toMatch(/settings\.json:2: is not JSON/);
});
