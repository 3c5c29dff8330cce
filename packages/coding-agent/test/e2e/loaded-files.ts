import { runCli, type Workspace } from "@tau/testkit";
import { expect } from "vitest";

const LIST_LOADED = `
import { registerHooks } from "node:module";
import { statSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
const loaded = [];
registerHooks({
  load(url, context, next) {
    if (url.startsWith("file:")) loaded.push([basename(url), statSync(fileURLToPath(url)).size]);
    return next(url, context);
  },
});
process.on("exit", () => writeFileSync("loaded.json", JSON.stringify(loaded)));
`;

/** The files of ours that a run loads, with their sizes. */
export async function loadedFiles(workspace: Workspace, args: readonly string[]): Promise<[string, number][]> {
  await workspace.write("list-loaded.mjs", LIST_LOADED);
  const env = { NODE_OPTIONS: "--import ./list-loaded.mjs" };
  expect(await runCli({ workspace, args, env })).toMatchObject({ exitCode: 0, stderr: "" });
  return JSON.parse(await workspace.read("loaded.json")) as [string, number][];
}
