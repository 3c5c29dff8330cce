import { createWorkspace, type ModelReply, runCli, startModelServer, useScriptedModel } from "@tau/testkit";
import { expect, test } from "vitest";
import { comment, issue } from "./fixtures.ts";
import { startGithubServer } from "./github-server.ts";

const call = (name: string, args: object): ModelReply => ({ toolCalls: [{ name, arguments: args as never }] });

/** Runs the built program once in a repository with this remote. */
async function run(calls: readonly ModelReply[], { mode = "auto", remote = "https://github.com/octo/app" } = {}) {
  await using workspace = await createWorkspace({ files: { "a.txt": "A\n" }, git: true });
  await workspace.git("remote", "add", "origin", remote);
  await using github = await startGithubServer({
    "GET /repos/octo/app/issues/5": { body: issue(5) },
    "POST /repos/octo/app/issues/5/comments": { status: 201, body: comment(1, "x") },
    "GET /search/issues": { body: { total_count: 0, items: [] } },
  });
  await using model = await startModelServer({ script: [...calls, { text: "done" }] });
  const settings = { github: { apiUrls: { "github.com": github.url } } };
  await useScriptedModel(workspace, model, "anthropic-messages", { settings });
  const env = { TAU_PERMISSION_MODE: mode, TAU_GITHUB_TOKEN: "t" };
  const { stderr, exitCode } = await runCli({ workspace, args: ["-p", "go"], env });
  const last = JSON.stringify(model.requests.at(-1)?.body);
  return {
    stderr,
    exitCode,
    last,
    requests: github.requests.map(({ method, path }) => `${method} ${path.split("?")[0]}`),
  };
}

test("the first use in a run is reading, writing or calling: each wakes the battery", async () => {
  const read = await run([call("read", { path: "issue://5" })]);
  expect(read.last).toContain("# Issue 5 (#5)");
  const write = await run([call("write", { path: "issue://5/comments", content: "x" })], { mode: "yolo" });
  expect(write.requests).toEqual(["POST /repos/octo/app/issues/5/comments"]);
  const searched = await run(
    [call("tool_search", { query: "github issues search" }), call("github", { op: "search_issues", query: "a" })],
    { mode: "yolo" },
  );
  expect(searched.last).toContain("0 of 0 results for: a repo:octo/app is:issue.");
});

test("in auto mode a comment, a search and a push are refused where no user can be asked, and the rules are named", async () => {
  const { requests, stderr } = await run([
    call("tool_search", { query: "github issues search" }),
    call("write", { path: "issue://5/comments", content: "x" }),
    call("github", { op: "search_issues", query: "a" }),
    call("github", { op: "pr_push", branch: "pr-7" }),
  ]);
  expect(requests).toEqual([]);
  expect(stderr).toContain("Not permitted: write issue://5/comments");
  expect(stderr).toContain("Not permitted: github github.com");
});

test("in a folder without a remote on a GitHub host there is neither the tool nor the URL", async () => {
  const { last, requests } = await run(
    [call("read", { path: "issue://5" }), call("tool_search", { query: "github" })],
    {
      mode: "yolo",
      remote: "https://gitlab.example/octo/app",
    },
  );
  expect(last).not.toContain("pr_checkout");
  expect(last).not.toContain("# Issue 5");
  expect(requests).toEqual([]);
});
