import { createWorkspace } from "@tau/testkit";
import { expect, test } from "vitest";
import { parseOptions } from "../options.ts";
import { findPackageBenches } from "../package-benches.ts";
import { scenarios } from "../scenarios/index.ts";

test("without a name every scenario runs; a name selects one, a group several, in the order of the report", () => {
  expect(parseOptions([]).scenarios).toEqual(scenarios);
  expect(parseOptions(["turns", "startup"]).scenarios.map(({ name }) => name)).toEqual([
    "version",
    "help",
    "trivial",
    "resources",
    "extension",
    "turns",
  ]);
});

test("names are unique", () => {
  const names = scenarios.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test("peers come with the version that is asked for", () => {
  const { peers } = parseOptions(["--peers", "pi@1.0.0,codex"]);
  expect(peers.map((peer) => peer.package)).toEqual(["@earendil-works/pi-coding-agent@1.0.0", "@openai/codex"]);
});

test.each([
  [["nonsense"], /no bench "nonsense"/],
  [["--peers", "tau:/nonexistent"], /no built program in "\/nonexistent"/],
  [["--peers", "nobody"], /no peer "nobody". Known: pi, codex, claude/],
  [["--runs", "0"], /--runs takes a number of runs, not "0"/],
  [["--fast"], /Unknown option '--fast'/],
])("%j is refused", (argv, message) => {
  expect(() => parseOptions(argv)).toThrow(message);
});

test("benches of packages are found by their path", async () => {
  const files = {
    "packages/ai/bench/sse.ts": "",
    "packages/extensions/lsp/bench/start.ts": "",
    "packages/ai/src/x.ts": "",
  };
  await using workspace = await createWorkspace({ files });
  expect(findPackageBenches(workspace.cwd)).toEqual([
    { name: "ai/sse", package: "ai", file: workspace.path("packages/ai/bench/sse.ts") },
    { name: "lsp/start", package: "lsp", file: workspace.path("packages/extensions/lsp/bench/start.ts") },
  ]);
});
