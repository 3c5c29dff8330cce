import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Workspace } from "@tau/testkit";
import { expect, test } from "vitest";
import { pull } from "./fixtures.ts";
import { type GithubServer, startGithubServer } from "./github-server.ts";
import { type GithubSession, github, openSession } from "./session.ts";

interface Place extends AsyncDisposable {
  readonly server: GithubServer;
  readonly session: GithubSession;
  readonly workspace: Workspace;
  /** The commits of the pull requests: 7 of the same repository, 9 of a fork. */
  readonly commits: Readonly<Record<7 | 9, string>>;
  /** Runs git in a bare repository: `app` or `fork`. */
  remote(name: "app" | "fork", ...args: string[]): Promise<string>;
}

/** A checkout of octo/app whose remotes are bare repositories behind git's own rewriting of addresses. */
async function openPlace(more: object = {}): Promise<Place> {
  const worktrees = await realpath(await mkdtemp(join(tmpdir(), "tau-github-")));
  const server = await startGithubServer();
  const session = await openSession({ server, worktrees });
  const { workspace } = session.harness;
  const bare = (name: string) => workspace.path(`../${name}.git`);
  const git = async (...args: string[]) => (await workspace.git(...args)).trim();
  await git("branch", "-M", "main");
  for (const [name, owner] of [
    ["app", "octo"],
    ["fork", "mona"],
  ] as const) {
    await git("init", "-q", "--bare", bare(name));
    await git("config", `url.file://${bare(name)}.insteadOf`, `https://github.com/${owner}/app.git`);
  }
  const commits = { 7: "", 9: "" };
  for (const [number, branch] of [
    [7, "feature"],
    [9, "patch"],
  ] as const) {
    await git("switch", "-q", "-c", branch, "main");
    await workspace.write(`${branch}.txt`, `${branch}\n`);
    await git("add", "-A");
    await git("commit", "-q", "-m", `Work on ${branch}`);
    commits[number] = await git("rev-parse", "HEAD");
    await git("push", "-q", bare("app"), `${branch}:refs/pull/${number}/head`);
    await git("push", "-q", bare(number === 7 ? "app" : "fork"), branch);
    await git("switch", "-q", "main");
    await git("branch", "-qD", branch);
  }
  await git("push", "-q", bare("app"), "main");
  server.routes["GET /repos/octo/app/pulls/7"] = { body: pull({ number: 7, sha: commits[7], more }) };
  server.routes["GET /repos/octo/app/pulls/9"] = {
    body: pull({ number: 9, sha: commits[9], ref: "patch", from: "mona/app", more }),
  };
  return {
    server,
    session,
    workspace,
    commits,
    remote: async (name, ...args) => (await workspace.git("--git-dir", bare(name), ...args)).trim(),
    async [Symbol.asyncDispose]() {
      await session[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      await rm(worktrees, { recursive: true, force: true });
    },
  };
}

const folderIn = (text: string) => /: (\/\S+)$/m.exec(text)?.[1] ?? "";

test("R296, R364: two pull requests at once get two worktrees, with branches that know where they came from", async () => {
  await using place = await openPlace();
  const { session, workspace, commits } = place;
  const [both] = await session.call(github({ op: "pr_checkout", pr: ["7", "https://github.com/octo/app/pull/9"] }));
  const [again] = await session.call(github({ op: "pr_checkout", pr: "#7" }));
  expect(both?.isError, both?.text).toBe(false);
  const checkouts = both?.details.checkouts as { folder: string; branch: string; reused: boolean }[];
  expect(checkouts.map(({ branch, reused }) => ({ branch, reused }))).toEqual([
    { branch: "pr-7", reused: false },
    { branch: "pr-9", reused: false },
  ]);
  expect(await readFile(join(checkouts[0]?.folder ?? "", "feature.txt"), "utf8")).toBe("feature\n");
  expect(await readFile(join(checkouts[1]?.folder ?? "", "patch.txt"), "utf8")).toBe("patch\n");
  expect(again?.details.checkouts).toMatchObject([{ folder: checkouts[0]?.folder, reused: true }]);
  const config = await workspace.git("config", "--get-regexp", "^branch\\.pr-");
  expect(config.trim().split("\n")).toEqual([
    "branch.pr-7.remote origin",
    "branch.pr-7.pushremote origin",
    "branch.pr-7.merge refs/heads/feature",
    "branch.pr-7.tauprheadref feature",
    "branch.pr-7.tauprurl https://github.com/octo/app/pull/7",
    "branch.pr-7.taupriscrossrepository false",
    "branch.pr-7.tauprmaintainercanmodify true",
    "branch.pr-9.remote fork-mona",
    "branch.pr-9.pushremote fork-mona",
    "branch.pr-9.merge refs/heads/patch",
    "branch.pr-9.tauprheadref patch",
    "branch.pr-9.tauprurl https://github.com/octo/app/pull/9",
    "branch.pr-9.taupriscrossrepository true",
    "branch.pr-9.tauprmaintainercanmodify true",
  ]);
  expect((await workspace.git("rev-parse", "pr-9")).trim()).toBe(commits[9]);
  // The user's own checkout is as it was.
  expect(await workspace.git("status", "--porcelain")).toBe("");
  expect((await workspace.git("symbolic-ref", "--short", "HEAD")).trim()).toBe("main");
});

test("R365: pr_push pushes to the head of the pull request, of a fork too; a branch without metadata is refused", async () => {
  await using place = await openPlace();
  const { session, workspace, remote } = place;
  const { text } = await session.one(github({ op: "pr_checkout", pr: "9" }));
  const folder = folderIn(text);
  await writeFile(join(folder, "patch.txt"), "better\n");
  await workspace.git("-C", folder, "commit", "-qam", "Better");
  const commit = (await workspace.git("-C", folder, "rev-parse", "HEAD")).trim();
  const pushed = await session.one(github({ op: "pr_push", branch: "pr-9" }));
  expect(pushed.isError, pushed.text).toBe(false);
  expect(await remote("fork", "rev-parse", "refs/heads/patch")).toBe(commit);
  const refused = await session.one(github({ op: "pr_push" }));
  expect(refused.text).toContain(
    "The branch main belongs to no pull request that was checked out here. Use pr_checkout first.",
  );
});

test("R365: a rejected push is told; forceWithLease overwrites what was fetched, not what is new", async () => {
  await using place = await openPlace();
  const { session, workspace, remote, commits } = place;
  const folder = folderIn((await session.one(github({ op: "pr_checkout", pr: "7" }))).text);
  await workspace.git("-C", folder, "commit", "-q", "--amend", "-m", "Rewritten");
  const rejected = await session.one(github({ op: "pr_push", branch: "pr-7" }));
  expect(rejected.isError).toBe(true);
  expect(rejected.text).toContain("git push failed");
  const pushed = await session.one(github({ op: "pr_push", branch: "pr-7", forceWithLease: true }));
  expect(pushed.isError, pushed.text).toBe(false);
  expect(await remote("app", "rev-parse", "feature")).not.toBe(commits[7]);
  await remote("app", "update-ref", "refs/heads/feature", commits[7]);
  await workspace.git("-C", folder, "commit", "-q", "--amend", "-m", "Rewritten again");
  const stale = await session.one(github({ op: "pr_push", branch: "pr-7", forceWithLease: true }));
  expect(stale.text).toContain("stale info");
  expect(await remote("app", "rev-parse", "feature")).toBe(commits[7]);
});

test("R296: a branch with other commits is moved only by force, and never over uncommitted changes", async () => {
  await using place = await openPlace();
  const { session, workspace, commits } = place;
  const folder = folderIn((await session.one(github({ op: "pr_checkout", pr: "7" }))).text);
  await workspace.git("-C", folder, "commit", "-q", "--allow-empty", "-m", "Own work");
  const refused = await session.one(github({ op: "pr_checkout", pr: "7" }));
  expect(refused.text).toContain("Give force to move it");
  await writeFile(join(folder, "feature.txt"), "mine\n");
  const dirty = await session.one(github({ op: "pr_checkout", pr: "7", force: true }));
  expect(dirty.text).toContain("has uncommitted changes");
  await workspace.git("-C", folder, "checkout", "-q", ".");
  const forced = await session.one(github({ op: "pr_checkout", pr: "7", force: true }));
  expect(forced.isError, forced.text).toBe(false);
  expect((await workspace.git("-C", folder, "rev-parse", "HEAD")).trim()).toBe(commits[7]);
});

test("hooks that a pull request brings do not run at checkout and push", async () => {
  await using place = await openPlace();
  const { session, workspace } = place;
  const marker = workspace.path("../ran");
  await workspace.git("config", "core.hooksPath", "hooks");
  for (const hook of ["post-checkout", "pre-push"]) {
    await workspace.write(`hooks/${hook}`, `#!/bin/sh\ntouch ${marker}\n`);
    await chmod(workspace.path(`hooks/${hook}`), 0o755);
  }
  const folder = folderIn((await session.one(github({ op: "pr_checkout", pr: "7" }))).text);
  await workspace.write("x", "");
  await writeFile(join(folder, "n.txt"), "n\n");
  await workspace.git("-C", folder, "-c", "core.hooksPath=/dev/null", "add", "n.txt");
  await workspace.git("-C", folder, "-c", "core.hooksPath=/dev/null", "commit", "-qm", "n");
  expect((await session.one(github({ op: "pr_push", branch: "pr-7" }))).isError).toBe(false);
  expect(existsSync(marker)).toBe(false);
});

test.each([
  [
    "a branch that is an option",
    { head: { ref: "--upload-pack=x", sha: "a".repeat(40), repo: { full_name: "octo/app" } } },
    "is no name for a branch",
  ],
  ["no commit", { head: { ref: "x", sha: "main", repo: { full_name: "octo/app" } } }, "names no commit"],
  [
    "a fork elsewhere",
    { head: { ref: "x", sha: "a".repeat(40), repo: { full_name: "e/app", clone_url: "ext::sh -c x" } } },
    "is not on github.com",
  ],
])("%s from the server is refused", async (_name, more, message) => {
  await using place = await openPlace(more);
  const { text, isError } = await place.session.one(github({ op: "pr_checkout", pr: "7" }));
  expect(isError).toBe(true);
  expect(text).toContain(message);
});

test("a pull request is found by its branch; without a fork there is nowhere to push", async () => {
  await using place = await openPlace({ head: { ref: "gone", sha: "a".repeat(40), repo: null } });
  const { server, session } = place;
  server.routes["GET /repos/octo/app/pulls"] = ({ path }) => ({
    body: path.includes("head=octo:gone") ? [{ number: 7 }] : [],
  });
  const [found, none] = await session.call(
    github({ op: "pr_checkout", pr: "gone" }),
    github({ op: "pr_checkout", pr: "unknown" }),
  );
  expect(found?.isError, found?.text).toBe(false);
  expect(none?.text).toContain("octo/app has no pull request from the branch unknown.");
  expect((await session.one(github({ op: "pr_push", branch: "pr-7" }))).text).toContain("nowhere to push to");
});

test("tau worktree lists and removes the worktree of a pull request", async () => {
  await using place = await openPlace();
  const { session, workspace } = place;
  const folder = folderIn((await session.one(github({ op: "pr_checkout", pr: "7" }))).text);
  expect(existsSync(folder)).toBe(true);
  await rm(folder, { recursive: true });
  const again = await session.one(github({ op: "pr_checkout", pr: "7" }));
  expect(again.details.checkouts).toMatchObject([{ reused: false }]);
  expect(existsSync(folderIn(again.text))).toBe(true);
  expect(await workspace.git("worktree", "list")).toContain("[pr-7]");
});
