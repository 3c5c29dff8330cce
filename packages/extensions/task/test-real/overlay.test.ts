import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ModelReply, ModelRequest, ModelScript } from "@tau/testkit";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { manifest as worktree } from "../../worktree/manifest.ts";
import { manifest } from "../manifest.ts";

const call = (name: string, args: object): ModelReply => ({ toolCalls: [{ name, arguments: args as never }] });
const isChild = ({ tools }: ModelRequest) => tools.some(({ name }) => name === "yield");

/** Two agents that change files with the tools and with the shell; both change the same file. */
function family(): ModelScript {
  const done = new Map<string, number>();
  let parent = 0;
  return (request) => {
    const tasks = ["a", "b"].map((id) => ({ id, task: `Do ${id}.` }));
    if (!isChild(request)) return parent++ === 0 ? call("task", { agent: "task", tasks }) : { text: "ok" };
    const id = /Do (\w)\./.exec(JSON.stringify(request.body))?.[1] ?? "";
    const step = done.get(id) ?? 0;
    done.set(id, step + 1);
    const command = `pwd > ${id}-where.txt; cat packages/installed.txt >> ${id}-where.txt; echo ${id} > shared.txt; rm -f ${id}-old.txt`;
    const steps = [call("write", { path: `${id}.txt`, content: `by ${id}\n` }), call("bash", { command })];
    return steps[step] ?? call("yield", { data: `done ${id}` });
  };
}

for (const git of [true, false])
  test(`agents in overlays, ${git ? "in" : "without"} a repository: merged, or a conflict per task; nothing stays mounted`, async ({
    skip,
  }) => {
    const folder = await mkdtemp(join(tmpdir(), "tau-worktrees-"));
    await using harness = await createExtensionHarness({
      extensions: [manifest, worktree],
      script: family(),
      git,
      files: {
        "shared.txt": "start\n",
        "a-old.txt": "old\n",
        "b-old.txt": "old\n",
        ".gitignore": "packages/\n",
        "packages/installed.txt": "installed\n",
      },
      settings: { permissionMode: "yolo", worktree: { folder }, task: { isolation: { mode: "overlay" } } },
    });
    await harness.prompt("go");
    const result = harness.session.messages.find((message) => message.role === "toolResult");
    const text = JSON.stringify(result?.content);
    if (/No overlay can be mounted/.test(text)) return skip(text.slice(0, 300));
    const winner = (await harness.workspace.read("shared.txt")).trim();
    const loser = winner === "a" ? "1-b" : "0-a";
    expect(text).toMatch(new RegExp(`\\d-${winner} \\(task\\): completed\\\\nMerged, uncommitted: `));
    expect(text).toMatch(
      new RegExp(`${loser} \\(task\\): unmerged.*Conflict: shared\\.txt\\. Its work is in the branch tau/${loser}`),
    );
    expect(await harness.workspace.read(`${winner}.txt`)).toBe(`by ${winner}\n`);
    expect(await harness.workspace.read(`${winner}-where.txt`)).toMatch(/\/merged\ninstalled\n$/);
    expect(await harness.workspace.list()).not.toContain(`${winner}-old.txt`);
    expect(await harness.workspace.list()).toContain(`${loser.slice(2)}-old.txt`);
    expect((await readdir(folder)).filter((name) => name !== ".folders")).toEqual([]);
    expect(await readFile("/proc/self/mountinfo", "utf8")).not.toContain(folder);
    await rm(folder, { recursive: true });
  });
