import { runCli, type Workspace } from "@tau/testkit";
import { expect, test } from "vitest";
import { installed } from "../../../src/core/extensions/batteries/installed.ts";
import { withScriptedModel } from "../scripted-model.ts";
import { buildWithBatteries } from "./build-with-batteries.ts";
import { madeBatteries } from "./made-batteries.ts";

const MADE = 30;
const ALL = Math.max(50, installed.length + MADE);
const EAGER_LIMIT = 10_000;

/** Tells what a run loads, opens and starts. */
const COUNT = `
import { registerHooks, syncBuiltinESMExports } from "node:module";
const fs = process.getBuiltinModule("node:fs");
const children = process.getBuiltinModule("node:child_process");
const { statSync, writeFileSync } = fs;
const seen = { modules: [], opened: [], started: [] };
registerHooks({
  load(url, context, next) {
    if (url.startsWith("file:")) {
      const script = statSync(new URL(url.replace(/js$/, "script")), { throwIfNoEntry: false });
      seen.modules.push([url.slice(url.lastIndexOf("/") + 1), statSync(new URL(url)).size + (script?.size ?? 0)]);
    }
    return next(url, context);
  },
});
const watch = (owner, names, into) => {
  for (const name of names) {
    const original = owner[name];
    owner[name] = (...args) => {
      into.push(String(args[0]));
      return original.apply(owner, args);
    };
  }
};
watch(fs, ["open", "openSync", "readFile", "readFileSync", "readdir", "readdirSync", "createReadStream"], seen.opened);
watch(fs.promises, ["open", "readFile", "readdir"], seen.opened);
watch(children, ["spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync", "fork"], seen.started);
syncBuiltinESMExports();
process.on("exit", () => writeFileSync("seen.json", JSON.stringify(seen)));
`;

interface Seen {
  readonly modules: readonly (readonly [name: string, size: number])[];
  readonly opened: readonly string[];
  readonly started: readonly string[];
}

async function seenBy(workspace: Workspace, cli: string, ...args: string[]): Promise<Seen> {
  await workspace.write("count.mjs", COUNT);
  const env = { NODE_OPTIONS: "--import ./count.mjs" };
  const exit = await runCli({ workspace, cli, env, args: [...args, "-p", "hello"] });
  expect(exit).toMatchObject({ exitCode: 0, stdout: "hi\n", stderr: "" });
  return JSON.parse(await workspace.read("seen.json")) as Seen;
}

/** Processes, sessions and what is compiled have names of their own each time. */
const named = (path: string) =>
  path.replace(/[0-9a-f-]{20,}|\d{4}-\d\d-\d\dT[\w-]+|-[A-Z0-9]{8}(?=\.js)|\b\d+(?:-\d+)?(?=[@/.])/g, "*");
const bytes = ({ modules }: Seen) => modules.reduce((sum, [, size]) => sum + size, 0);

test(`with ${ALL} batteries of which none is used, a run loads, opens and starts what it does without any`, async () => {
  const made = madeBatteries(ALL - installed.length);
  using full = await buildWithBatteries(made);
  using bare = await buildWithBatteries({}, { withOwn: false });
  await using setup = await withScriptedModel(() => ({ text: "hi" }));
  const { workspace } = setup;
  await workspace.write(".git/config", '[remote "origin"]\n\turl = https://github.com/some/thing\n');
  // What the first run leaves behind is there for both.
  await seenBy(workspace, full.cli);
  const without = await seenBy(workspace, full.cli, "--no-extensions");
  const withAll = await seenBy(workspace, full.cli);
  expect(withAll.modules).toEqual(without.modules);
  expect(withAll.started).toEqual([]);
  expect(withAll.opened.map(named)).toEqual(without.opened.map(named));
  const none = await seenBy(workspace, bare.cli);
  expect(bytes(withAll) - bytes(none)).toBeLessThan(EAGER_LIMIT);
});
