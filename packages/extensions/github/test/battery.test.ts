import type { Theme } from "@tau/coding-agent";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { expect, test } from "vitest";
import { drawResult } from "../draw.ts";
import { manifest } from "../manifest.ts";
import { isGithubHost, parseRemote, parseRepository } from "../repository.ts";
import { describeEffects, OPERATIONS } from "../tool.ts";

const place = (...remotes: string[]) => ({ cwd: "/work", gitRemotes: () => remotes });
const origin = place("git@github.com:octo/app.git");

test("reading names the host of the folder's remote or of the named repository", () => {
  const reading = OPERATIONS.filter((op) => !["pr_create", "pr_checkout", "pr_push"].includes(op));
  for (const op of reading) expect(describeEffects({ op }, origin)).toEqual({ effect: "network", host: "github.com" });
  const enterprise = place("/srv/mirror.git", "https://github.example.com/octo/app");
  expect(describeEffects({ op: "run_watch" }, enterprise)).toEqual({ effect: "network", host: "github.example.com" });
  expect(describeEffects({ op: "repo_view", repo: "code.example.com/a/b" }, origin)).toEqual({
    effect: "network",
    host: "code.example.com",
  });
});

test("what changes GitHub or adds a worktree is a change outside the workspace", () => {
  const host = "github.com";
  expect(describeEffects({ op: "pr_create" }, origin)).toEqual({ effect: "write", host, paths: ["pr://octo/app"] });
  expect(describeEffects({ op: "pr_checkout", pr: ["7", "8"] }, origin)).toEqual({
    effect: "write",
    host,
    paths: ["pr://octo/app/7"],
  });
  expect(describeEffects({ op: "pr_push", branch: "pr-7" }, origin)).toEqual({
    effect: "write",
    host,
    paths: ["pr://octo/app/pr-7"],
  });
});

test.each([
  ["https://github.com/octo/app.git", "github.com/octo/app"],
  ["https://token@github.com/octo/app", "github.com/octo/app"],
  ["git@github.com:octo/app.git", "github.com/octo/app"],
  ["ssh://git@ssh.github.com:443/octo/app.git", "github.com/octo/app"],
  ["ssh://git@github.example.com:2222/octo/app", "github.example.com/octo/app"],
  ["https://www.github.com/octo/app/", "github.com/octo/app"],
])("the remote %s is %s", (url, expected) => {
  const { host = "", owner = "", name = "" } = parseRemote(url) ?? {};
  expect(`${host}/${owner}/${name}`).toBe(expected);
});

test.each([
  "/srv/github.com/octo/app.git",
  "file:///x/y.git",
  "https://github.com/octo",
  "ext::sh -c x",
  "https://github.com/../x",
  "",
])("%s is no remote of GitHub", (url) => {
  const remote = parseRemote(url);
  expect(remote && isGithubHost(remote.host, [])).toBeFalsy();
});

test.each(["", "a", "a/b/c/d", "a/..", "localhost/a/b", "a b/c", "-x/y z"])("%s is no repository", (text) => {
  expect(() => parseRepository(text)).toThrow("is no repository. Write owner/name.");
});

test("hosts are told by their names or the settings", () => {
  expect(["github.com", "octo.ghe.com", "github.corp.example"].every((host) => isGithubHost(host, []))).toBe(true);
  expect(isGithubHost("evil-github.com", [])).toBe(false);
  expect(isGithubHost("code.example.com", ["code.example.com"])).toBe(true);
});

test("a call and its failure are drawn without control characters", async () => {
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    mode: "tui",
    script: [
      { toolCalls: [{ name: "github", arguments: { op: "search_issues", query: "\u001b[2Jboom", limit: 0 } }] },
      { text: "done" },
    ],
  });
  void harness.session.prompt("search");
  await harness.terminal.waitForText(/github search_issues .*boom/);
  await harness.terminal.waitForText("limit is 0. It must be above 0.");
});

test("a long result names the key that shows all of it", () => {
  const theme = { fg: (_color: string, text: string) => text } as Theme;
  const content = [{ type: "text", text: Array.from({ length: 12 }, (_, index) => `line ${index}`).join("\n") }];
  const row = { expanded: false, isError: false, keyText: () => "ctrl+o" };
  expect(drawResult(content, row, theme).render(60).at(-1)?.trimEnd()).toBe("… 4 more lines (ctrl+o shows all)");
  expect(drawResult(content, { ...row, expanded: true }, theme).render(60)).toHaveLength(12);
});
