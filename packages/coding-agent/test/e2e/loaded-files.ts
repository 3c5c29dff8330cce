import { builtCli, runCli, startCliInPty, type Workspace } from "@tau/testkit";
import { expect } from "vitest";

const LIST_LOADED = `
import { registerHooks } from "node:module";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
const loaded = [];
registerHooks({
  load(url, context, next) {
    if (url.startsWith("file:")) {
      const path = fileURLToPath(url);
      const [, script] = /\\brunScript\\("([^"]+)"/.exec(readFileSync(path, "utf8")) ?? [];
      const size = script === undefined ? 0 : statSync(join(dirname(path), script)).size;
      loaded.push([basename(url), statSync(path).size + size]);
    }
    return next(url, context);
  },
});
const keep = () => writeFileSync("loaded.json", JSON.stringify(loaded));
process.on("exit", keep);
const write = process.stdout.write.bind(process.stdout);
if (process.env.UNTIL_BOX) process.stdout.write = (text, ...rest) => {
  if (text.includes("─".repeat(30))) {
    keep();
    process.stdout.write = write;
    process.off("exit", keep);
  }
  return write(text, ...rest);
};
`;

/** The files of ours that a run loads, with their sizes. The script that a module runs is part of it. */
export async function loadedFiles(
  workspace: Workspace,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<[string, number][]> {
  expect(await runCli({ workspace, args, env: { ...env, ...(await listing(workspace)) } })).toMatchObject({
    exitCode: 0,
    stderr: "",
  });
  return await list(workspace);
}

/** The names of those that are loaded before the first frame with the editor is written. */
export async function loadedBeforeFirstFrame(
  workspace: Workspace,
  args: readonly string[],
  cli: string = builtCli,
): Promise<string[]> {
  const env = { ...(await listing(workspace)), UNTIL_BOX: "1" };
  await using tau = startCliInPty({ workspace, columns: 80, rows: 24, args, env, cli });
  await tau.waitForText(/─{30}/);
  tau.press("ctrl+d");
  expect(await tau.exited).toMatchObject({ exitCode: 0 });
  return (await list(workspace)).map(([name]) => name.replace(/-[A-Z0-9]{8}\.js$/, ""));
}

async function listing(workspace: Workspace): Promise<Record<string, string>> {
  await workspace.write("list-loaded.mjs", LIST_LOADED);
  return { NODE_OPTIONS: "--import ./list-loaded.mjs" };
}

async function list(workspace: Workspace): Promise<[string, number][]> {
  return JSON.parse(await workspace.read("loaded.json")) as [string, number][];
}
