import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot, startProgram } from "@tau/testkit";
import { expect, test } from "vitest";
import { buildTypesForTests } from "../../../../scripts/build-for-tests.mjs";
import { withScriptedModel } from "../../test/e2e/scripted-model.ts";
import { publishedExamples } from "./published-examples.ts";

/** What each example prints at its end; 14 needs MCP and code mode. */
const examples: Readonly<Record<string, RegExp>> = {
  "01-minimal.ts": /Hello[\s\S]*role: 'assistant'/,
  "02-custom-model.ts": /Found model: anthropic\/claude-opus-4-5[\s\S]*Available models:[\s\S]*'scripted\/model'/,
  "03-custom-prompt.ts": /=== Replace prompt ===\nHello\n\n=== Modify prompt ===\nHello/,
  "04-skills.ts": /Discovered skills: \[ 'my-skill' \]\nSession created with filtered skills/,
  "05-tools.ts": /Specific tools with custom cwd session created/,
  "06-extensions.ts": /\[Inline Extension\] Agent starting\nHello/,
  "07-context-files.ts": /- \/virtual\/AGENTS\.md \(\d+ chars\)\nSession created with 2 context files/,
  "08-prompt-templates.ts": /\/deploy: Deploy the application\nSession created with 2 prompt templates/,
  "09-api-keys-and-oauth.ts": /Session with runtime API key override/,
  "10-settings.ts": /Test session created with in-memory settings/,
  "11-sessions.ts": /In-memory session: \(none\)[\s\S]*New session file: .*\.jsonl[\s\S]*Continued session:/,
  "13-session-runtime.ts": /Initial session:.*\nAfter newSession\(\):.*\nAfter switchSession\(\):/,
};

const folder = publishedExamples();

async function runExample(name: string) {
  await using setup = await withScriptedModel({ text: "Hello" });
  const { workspace } = setup;
  const hooks = join(import.meta.dirname, "map-imports.mjs");
  const program = startProgram({
    command: process.execPath,
    args: ["--conditions=@tau/source", "--import", hooks, join(folder ?? "", "sdk", name)],
    cwd: workspace.cwd,
    env: workspace.env,
  });
  return { ...(await program.exited), requests: setup.server.requests.map(({ body }) => JSON.stringify(body)) };
}

test.skipIf(folder === undefined).each(Object.entries(examples))(
  "%s runs with its imports mapped",
  async (name, end) => {
    const { exitCode, stdout, stderr } = await runExample(name);
    expect({ exitCode, stderr: exitCode === 0 ? "" : stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toMatch(end);
  },
);

test.skipIf(folder === undefined)("03: the prompts that were given reach the model", async () => {
  const { requests } = await runExample("03-custom-prompt.ts");
  expect(requests[0]).toContain("speaks like a pirate");
  expect(requests[1]).toContain("Always be concise");
  expect(requests[1]).not.toContain("pirate");
});

test.skipIf(folder === undefined)("12: without a key, full control says whose key is missing", async () => {
  const { exitCode, stderr } = await runExample("12-full-control.ts");
  expect(exitCode).toBe(1);
  expect(stderr).toContain("There is no key for anthropic");
});

/** What does not compile, and why. */
const exceptions: Readonly<Record<string, string>> = {
  "extensions/custom-provider-anthropic/index.ts": "needs a package that is not installed",
  "extensions/gondolin/index.ts": "needs a package that is not installed",
  "extensions/with-deps/index.ts": "needs a package that is not installed",
};

test.skipIf(folder === undefined)(
  "the examples, of extensions too, are right by our types",
  async () => {
    buildTypesForTests();
    const packages = join(repositoryRoot, "packages");
    const types = {
      "pi-coding-agent": "coding-agent/dist/pi.d.ts",
      "pi-ai": "ai/dist/compat.d.ts",
      "pi-ai/compat": "ai/dist/compat.d.ts",
      "pi-ai/oauth": "ai/dist/oauth.d.ts",
      "pi-agent-core": "agent/dist/index.d.ts",
      "pi-agent-core/node": "agent/dist/node.d.ts",
      "pi-tui": "tui/dist/index.d.ts",
    };
    const paths = Object.entries(types).map(([name, file]) => [`@earendil-works/${name}`, [join(packages, file)]]);
    const config = {
      compilerOptions: {
        target: "es2024",
        lib: ["es2024", "esnext.array", "esnext.disposable", "dom", "dom.iterable"],
        module: "nodenext",
        types: ["node"],
        strict: true,
        skipLibCheck: true,
        noEmit: true,
        allowImportingTsExtensions: true,
        resolveJsonModule: true,
        paths: Object.fromEntries(paths),
      },
      include: [folder],
    };
    const file = join(repositoryRoot, `.cache/examples.${process.pid}.json`);
    await writeFile(file, JSON.stringify(config));
    try {
      const command = { command: process.execPath, args: [join(repositoryRoot, "node_modules/.bin/tsc"), "-p", file] };
      const { stdout } = await startProgram({ ...command, cwd: folder ?? "", env: {} }).exited;
      const wrong = [...stdout.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, name]) => name);
      expect(new Set(wrong), stdout).toEqual(new Set(Object.keys(exceptions)));
    } finally {
      await rm(file);
    }
  },
  180_000,
);
