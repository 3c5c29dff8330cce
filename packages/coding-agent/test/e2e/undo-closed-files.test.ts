import { chmodSync, chownSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { builtCli, canActAsOthers, startProgram, type Workspace } from "@tau/testkit";
import { expect, test } from "vitest";
import { withScriptedModel } from "./scripted-model.ts";

const IS_ROOT = process.getuid?.() === 0;

test.runIf(!IS_ROOT || canActAsOthers())(
  "K3: files and folders that could not be read are named and stay; in a closed folder an undo changes nothing",
  async () => {
    const open = "chmod 700 folder; chmod 600 file; echo 2 > other; echo made > folder/made";
    const close = "echo 3 > other; rm closed/inner; chmod 500 closed";
    const call = (command: string) => ({ toolCalls: [{ name: "bash", arguments: { command } }] });
    await using setup = await withScriptedModel([call(open), { text: "Done." }, call(close), { text: "Done." }]);
    const { workspace } = setup;
    for (const name of ["folder/inner", "file", "other", "closed/inner"]) await workspace.write(name, "1");
    chmodSync(workspace.path("folder"), 0o000);
    chmodSync(workspace.path("file"), 0o000);
    if (IS_ROOT) give(dirname(workspace.cwd));
    const content = (name: string) => readFileSync(workspace.path(name), "utf8");
    const go = (...more: string[]) => tau(workspace, ...more, "-p", "--permission-mode", "yolo", "go");
    await go();
    await go("-c");
    const refused = await tau(workspace, "undo");
    expect(refused.stderr).toMatch(/could not be restored: EACCES.*No file was changed/);
    expect(content("other")).toBe("3\n");
    chmodSync(workspace.path("closed"), 0o700);
    expect((await tau(workspace, "undo")).stdout).toBe("closed/inner\nother\n");
    const undone = await tau(workspace, "undo");
    expect(undone.stdout).toBe("other\n");
    expect(undone.stderr).toMatch(/folder\/ was not recorded[\s\S]*file was not recorded/);
    expect([content("folder/inner"), content("closed/inner"), content("other")]).toEqual(["1", "1", "1"]);
  },
);

/** Runs Tau as a user whose rights count. */
async function tau({ cwd, env }: Workspace, ...args: string[]) {
  const through = IS_ROOT ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : [];
  const [command = "", ...words] = [...through, process.execPath, builtCli, ...args];
  await using program = startProgram({ command, args: words, cwd, env, stdin: "" });
  return await program.exited;
}

const NOBODY = 65_534;

function give(folder: string): void {
  chownSync(folder, NOBODY, NOBODY);
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    chownSync(join(folder, name), NOBODY, NOBODY);
}
