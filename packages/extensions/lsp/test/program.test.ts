import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createWorkspace, type ModelReply, runCli, startModelServer, useScriptedModel } from "@tau/testkit";
import { expect, test } from "vitest";
import { SERVER } from "./toy.ts";

const call = (name: string, args: object): ModelReply => ({ toolCalls: [{ name, arguments: args as never }] });

test("tau undo restores all files of a rename and of a file rename; no server is left behind", async () => {
  const script = [
    call("lsp", { action: "rename", file: "a.toy", line: 1, symbol: "one", new_name: "first" }),
    call("lsp", { action: "rename_file", file: "b.toy", new_name: "sub/c.toy" }),
    { text: "Done." },
  ];
  await using server = await startModelServer({ script });
  await using workspace = await createWorkspace({ files: { "a.toy": "def one in b\n", "b.toy": "use one\n" } });
  await useScriptedModel(workspace, server);
  const log = join(workspace.tauHome, "server-log");
  const toy = { command: process.execPath, args: [SERVER, `--log=${log}`], fileTypes: [".toy"] };
  await workspace.configure("lsp.json", { servers: { toy } });
  const args = ["-p", "--permission-mode", "auto", "--tools", "read,write,bash,lsp", "rename"];
  expect(await runCli({ workspace, args })).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
  const read = async (name: string) => await readFile(join(workspace.cwd, name), "utf8");
  expect([await read("a.toy"), await read("sub/c.toy")]).toEqual(["def first in c\n", "use first\n"]);
  const [, pid] = /"pid":(\d+)/.exec(await readFile(log, "utf8")) ?? [];
  expect(existsSync(`/proc/${pid}`)).toBe(false);
  expect(await runCli({ workspace, args: ["undo"] })).toMatchObject({ exitCode: 0 });
  expect([await read("a.toy"), await read("b.toy")]).toEqual(["def one in b\n", "use one\n"]);
  expect(existsSync(join(workspace.cwd, "sub/c.toy"))).toBe(false);
});
