import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import {
  createWorkspace,
  type ModelReply,
  type ModelRequest,
  runCli,
  startModelServer,
  useScriptedModel,
  type Workspace,
} from "@tau/testkit";
import { expect, test } from "vitest";
import { leftBehind, NOTHING } from "../../worktree/test/repository.ts";

/** The commands of git that write. */
const WRITING = [
  "update-index",
  "write-tree",
  "commit-tree",
  "read-tree",
  "checkout-index",
  "merge-tree",
  "update-ref",
];

/** Returns a path with a git that refuses to write while a file is there, as on a full disk. */
function gitThatFills(workspace: Workspace, marker: string): string {
  const { PATH = "" } = process.env;
  const folder = join(workspace.home, "full-disk");
  const refused = WRITING.map((command) => `*" ${command} "*`).join(" | ");
  mkdirSync(folder);
  writeFileSync(
    join(folder, "git"),
    `#!/bin/sh
if test -e '${marker}'; then
  case " $* " in ${refused})
    echo "fatal: unable to write file: No space left on device" >&2
    exit 128 ;;
  esac
fi
PATH='${PATH}' exec git "$@"
`,
    { mode: 0o755 },
  );
  return `${folder}${delimiter}${PATH}`;
}

const call = (name: string, args: object): ModelReply => ({ toolCalls: [{ name, arguments: args as never }] });
const isChild = ({ tools }: ModelRequest) => tools.some(({ name }) => name === "yield");

test("a full disk during a merge: the user's files stay as they are, and the work is kept until it can be merged", async () => {
  await using workspace = await createWorkspace({ files: { "a.txt": "one\n" }, git: true });
  const [marker, folder] = [join(workspace.home, "full"), join(workspace.home, "worktrees")];
  let answer = "";
  await using server = await startModelServer({
    script: (request) => {
      if (isChild(request)) {
        if (request.toolResults === 0) return call("write", { path: "a.txt", content: "two\n" });
        writeFileSync(marker, "");
        return call("yield", { data: "done" });
      }
      if (request.toolResults === 0)
        return call("task", { agent: "task", isolated: true, tasks: [{ id: "a", task: "Do it." }] });
      answer = JSON.stringify(request.body);
      return { text: "ok" };
    },
  });
  await useScriptedModel(workspace, server, undefined, { settings: { permissionMode: "yolo", worktree: { folder } } });
  const env = { PATH: gitThatFills(workspace, marker) };
  const tau = (...args: string[]) => runCli({ workspace, args, env });
  expect(await tau("-p", "go")).toMatchObject({ exitCode: 0, stdout: "ok\n" });
  expect(answer).toMatch(
    /## 0-a \(task\): unmerged\. Its changes were not merged\.\\nThe merge failed: git [\w-]+ failed: .*No space left on device/,
  );
  const [, kept = "", name = ""] =
    /Its files are kept in ([^"\\]+)\. To merge them later: tau worktree merge ([\w.-]+)/.exec(answer) ?? [];
  expect(readFileSync(join(kept, "a.txt"), "utf8")).toBe("two\n");
  // While the disk is still full, a merge fails and loses nothing. Each start removes leftovers, but not this worktree.
  expect(await tau("worktree", "merge", name)).toMatchObject({ exitCode: 1 });
  expect(existsSync(join(kept, "a.txt"))).toBe(true);
  expect(await workspace.read("a.txt")).toBe("one\n");
  rmSync(marker);
  expect(await tau("worktree")).toMatchObject({ exitCode: 0, stdout: `${name}  1 file  ${kept}\n` });
  expect(await tau("worktree", "merge", name)).toMatchObject({
    exitCode: 0,
    stdout: "Merged into your files, uncommitted: a.txt\n",
  });
  expect(await workspace.read("a.txt")).toBe("two\n");
  expect(await leftBehind(workspace, folder)).toEqual(NOTHING);
}, 60_000);
