import { chmod } from "node:fs/promises";
import { delimiter } from "node:path";
import type { ExtensionAPI } from "@tau/coding-agent";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { afterEach, expect, test } from "vitest";
import { ghApi } from "../access/gh-api.ts";
import { installGh, restorePath } from "./fake-gh.ts";
import { comment, issue } from "./fixtures.ts";
import { type Reply, startGithubServer } from "./github-server.ts";
import { github, openSession, read, write } from "./session.ts";

afterEach(restorePath);

const ISSUE = "GET /repos/octo/app/issues/5";
const reset = String(Math.floor(Date.now() / 1000) + 3600);

test.each<[string, Reply, string]>([
  [
    "401",
    { status: 401, body: { message: "Bad credentials" } },
    "github.com does not accept the credentials (HTTP 401). Sign in again. GitHub says: Bad credentials",
  ],
  [
    "403",
    { status: 403, body: { message: "Resource not accessible by integration" } },
    "the credentials may lack a scope",
  ],
  [
    "404",
    { status: 404, body: { message: "Not Found" } },
    "github.com has no /repos/octo/app/issues/5 (HTTP 404), or the credentials may not see it.",
  ],
  ["410", { status: 410, body: { message: "This issue was deleted" } }, "This issue was deleted"],
  [
    "primary limit",
    {
      status: 403,
      headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset },
      body: { message: "API rate limit exceeded for user ID 1." },
    },
    "a rate limit is reached",
  ],
  [
    "secondary limit",
    { status: 403, body: { message: "You have exceeded a secondary rate limit." } },
    "a rate limit is reached",
  ],
  ["429", { status: 429, headers: { "retry-after": "600" }, body: {} }, "refuses further requests until"],
  [
    "500",
    { status: 502, body: "<html>Bad gateway</html>" },
    "github.com answers HTTP 502 to /repos/octo/app/issues/5. Try again later.",
  ],
  ["no JSON", { body: "<html></html>" }, "The answer of GitHub to /repos/octo/app/issues/5 is not JSON."],
  ["an empty answer", { body: "" }, "is empty"],
  ["a cut answer", { body: issue(5), cutAt: 40 }, "github.com did not answer completely"],
  ["an endless answer", { body: issue(5, { body: "x".repeat(17 * 1024 * 1024) }) }, "is longer than 16384 KiB"],
  [
    "too many redirects",
    { status: 302, headers: { location: "/repos/octo/app/issues/5" }, body: "" },
    "redirected more than 5 times",
  ],
])("%s is told in words", async (_name, reply, message) => {
  await using server = await startGithubServer({ [ISSUE]: reply });
  await using session = await openSession({ server });
  const { text, isError } = await session.one(read("issue://5"));
  expect(isError).toBe(true);
  expect(text).toContain(message);
  expect(text).not.toContain("secret-token");
});

test("a short Retry-After is waited for once", async () => {
  let count = 0;
  await using server = await startGithubServer({
    [ISSUE]: () => (++count === 1 ? { status: 429, headers: { "retry-after": "0" }, body: {} } : { body: issue(5) }),
  });
  await using session = await openSession({ server });
  expect((await session.one(read("issue://5"))).text).toContain("# Issue 5");
  expect(count).toBe(2);
});

test("a renamed repository is followed with the token; another host does not get it; a comment is not sent along", async () => {
  await using other = await startGithubServer({ "GET /moved": { body: issue(5) } });
  await using server = await startGithubServer({
    [ISSUE]: { status: 301, headers: { location: "/repositories/1/issues/5" }, body: {} },
    "GET /repositories/1/issues/5": { body: issue(5) },
    "GET /repos/octo/app/issues/6": { status: 302, headers: { location: `${other.url}/moved` }, body: {} },
    "POST /repos/octo/app/issues/5/comments": {
      status: 307,
      headers: { location: "/repositories/1/issues/5/comments" },
      body: {},
    },
    "POST /repositories/1/issues/5/comments": { status: 201, body: comment(1, "x") },
  });
  await using session = await openSession({ server });
  const [first, second, third] = await session.call(
    read("issue://5"),
    read("issue://6"),
    write("issue://5/comments", "x"),
  );
  expect(first?.text).toContain("# Issue 5");
  expect(server.requests.find(({ path }) => path.startsWith("/repositories/1"))?.headers.authorization).toBe(
    "Bearer secret-token",
  );
  expect(second?.text).toContain("# Issue 5");
  expect(other.requests[0]?.headers.authorization).toBeUndefined();
  expect(third?.text).toContain("has moved to /repositories/1/issues/5/comments (HTTP 307); it was not sent there.");
  expect(server.requests.some(({ path }) => path === "/repositories/1/issues/5/comments")).toBe(false);
});

test("R297: without gh and without a token the result says what to do; GITHUB_TOKEN is not taken", async () => {
  await using server = await startGithubServer({ [ISSUE]: { body: issue(5) } });
  await using session = await openSession({ server, tokens: {} });
  process.env.GITHUB_TOKEN = "ghs_of_another_program";
  try {
    const git = (await session.harness.workspace.git("--exec-path")).trim();
    process.env.PATH = git;
    const { text, isError } = await session.one(read("issue://5"));
    expect(isError).toBe(true);
    expect(text).toContain(
      'The GitHub CLI (gh) is not installed. Install it and run "gh auth login", or give Tau a token: in TAU_GITHUB_TOKEN, or in auth.json as { "github": { "type": "api_key", "key": "…" } }.',
    );
    expect(server.requests).toEqual([]);
  } finally {
    delete process.env.GITHUB_TOKEN;
  }
});

test("TAU_GITHUB_TOKEN is a token for Tau", async () => {
  await using server = await startGithubServer({ [ISSUE]: { body: issue(5) } });
  await using session = await openSession({ server, tokens: {} });
  process.env.TAU_GITHUB_TOKEN = "from-variable";
  try {
    expect((await session.one(read("issue://5"))).isError).toBe(false);
    expect(server.requests[0]?.headers.authorization).toBe("Bearer from-variable");
  } finally {
    delete process.env.TAU_GITHUB_TOKEN;
  }
});

test("through gh: requests, comments, ETags, error statuses and hosts", async () => {
  await using server = await startGithubServer({
    [ISSUE]: { headers: { etag: '"7"' }, body: issue(5) },
    "POST /repos/octo/app/issues/5/comments": { status: 201, body: comment(1, "x") },
  });
  await using session = await openSession({ server, tokens: {}, github: { cache: { softTtlSec: 0, hardTtlSec: 0 } } });
  const log = await installGh(session.harness.workspace, server.url, { "github.com": "gh-token" });
  const [shown, missing] = await session.call(read("issue://5"), read("issue://6"));
  expect(shown?.text).toContain("# Issue 5");
  expect(missing?.text).toContain("github.com has no /repos/octo/app/issues/6 (HTTP 404)");
  expect((await session.one(read("issue://5"))).text).toContain("# Issue 5");
  expect((await session.one(write("issue://5/comments", "Über {owner} $x"))).isError).toBe(false);
  expect(server.requests.at(-1)).toMatchObject({ method: "POST", body: { body: "Über {owner} $x" } });
  expect(server.requests.map(({ headers }) => headers["if-none-match"])).toContain('"7"');
  expect(server.requests.every(({ headers }) => headers.authorization === "token gh-token")).toBe(true);
  const calls = await log();
  expect(calls[0]?.args).toEqual(["auth", "token", "--hostname", "github.com"]);
  expect(calls.some(({ args }) => args.join(" ").includes("api --hostname github.com --method GET --include"))).toBe(
    true,
  );
  expect(JSON.stringify(calls)).not.toContain("gh-token");
});

test("through gh: signed out, cut off in the middle, and a job log", async () => {
  await using server = await startGithubServer({ [ISSUE]: { body: issue(5), cutAt: 40 } });
  await using session = await openSession({ server, tokens: {} });
  await installGh(session.harness.workspace, server.url, {});
  expect((await session.one(read("issue://5"))).text).toContain(
    'The GitHub CLI is not signed in to github.com. Run "gh auth login"',
  );
  await installGh(session.harness.workspace, server.url, { "github.com": "t" });
  expect((await session.one(read("issue://5"))).text).toContain("gh could not read from github.com");
});

test("a gh that does not answer is given up", async () => {
  let processes: ExtensionAPI["processes"] | undefined;
  const extension = (pi: ExtensionAPI) => {
    ({ processes } = pi);
  };
  await using harness = await createExtensionHarness({ extensions: [extension] });
  await harness.workspace.write("../gh/gh", "#!/bin/sh\nsleep 60\n");
  await chmod(harness.workspace.path("../gh/gh"), 0o755);
  process.env.PATH = [harness.workspace.path("../gh"), process.env.PATH].join(delimiter);
  await expect(ghApi(processes!, "github.com", 200)).rejects.toThrow(
    'The GitHub CLI did not answer within 0.2 s: its keyring may wait for a password. Run "gh auth token" in a terminal.',
  );
});

test("a GitHub Enterprise host comes from the git remote, with its own credentials and address", async () => {
  await using server = await startGithubServer({
    [ISSUE]: { body: issue(5) },
    "GET /search/issues": { body: { total_count: 0, items: [] } },
  });
  await using session = await openSession({
    server,
    origin: "git@github.example.com:octo/app.git",
    tokens: { github: "for-github.com", "github-github.example.com": "for-enterprise" },
    github: { apiUrls: { "github.example.com": server.url } },
  });
  expect((await session.one(read("issue://5"))).isError).toBe(false);
  await session.one(github({ op: "search_issues", query: "a" }));
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
    "Bearer for-enterprise",
    "Bearer for-enterprise",
  ]);
});

test("through gh: an Enterprise host that the settings name", async () => {
  await using server = await startGithubServer({ "GET /repos/a/b/issues/5": { body: issue(5) } });
  await using session = await openSession({
    server,
    tokens: {},
    origin: null,
    github: { hosts: ["code.example.com"] },
  });
  const log = await installGh(session.harness.workspace, server.url, { "code.example.com": "t" });
  expect((await session.one(read("issue://code.example.com/a/b/5"))).text).toContain("# Issue 5");
  expect((await log())[0]?.args).toContain("code.example.com");
  expect((await session.one(read("issue://5"))).text).toContain("no git remote on a GitHub host");
});
