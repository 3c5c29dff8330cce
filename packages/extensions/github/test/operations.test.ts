import { expect, test } from "vitest";
import { issue, job, pull, REPOSITORY, run } from "./fixtures.ts";
import { startGithubServer } from "./github-server.ts";
import { github, openSession } from "./session.ts";

const results = (...items: object[]) => ({ body: { total_count: items.length, incomplete_results: false, items } });
const queryOf = (path = "") => new URL(path, "http://x").searchParams.get("q");

test("repo_view shows the repository and the requested branch", async () => {
  await using server = await startGithubServer({
    "GET /repos/octo/app": { body: REPOSITORY },
    "GET /repos/octo/app/branches/next/1": {
      body: { name: "next/1", commit: { sha: "b".repeat(40), commit: { message: "Work\n\nMore" } }, protected: true },
    },
  });
  await using session = await openSession({ server });
  const { text } = await session.one(github({ op: "repo_view", branch: "next/1" }));
  expect(text).toBe(
    [
      "# octo/app\n\n> An app\n",
      "- URL: https://github.com/octo/app\n- Default branch: main\n- Branch: next/1 at bbbbbbbbbbbb (Work), protected\n- Visibility: public",
      "- Permission: push\n- Language: TypeScript\n- Stars: 80\n- Forks: 9\n- Open issues and pull requests: 3\n- Flags: archived",
      "- Topics: octocat, api\n- License: MIT\n- Pushed: 2026-01-26 19:06",
    ].join("\n"),
  );
});

test("R295, R360: searches are scoped to the folder's repository unless a qualifier or repo says otherwise; repositories never", async () => {
  await using server = await startGithubServer({
    "GET /search/issues": results(issue(5)),
    "GET /search/code": results({
      path: "src/a.ts",
      repository: { full_name: "octo/app" },
      text_matches: [{ fragment: "const a = 1;\n\u001b[2Jb" }],
    }),
    "GET /search/commits": results({
      sha: "c".repeat(40),
      commit: { message: "Fix it\n\nBody", author: { name: "Mona", date: "2026-01-02T03:04:05Z" } },
      repository: { full_name: "octo/app" },
    }),
    "GET /search/repositories": results({
      full_name: "a/b",
      stargazers_count: 3,
      language: "Go",
      description: "Text",
      updated_at: "2026-01-02T03:04:05Z",
    }),
  });
  await using session = await openSession({ server });
  const answers = await session.call(
    github({ op: "search_issues", query: "crash" }),
    github({ op: "search_issues", query: "crash org:octo" }),
    github({ op: "search_prs", query: "crash user:me", repo: "x/y" }),
    github({ op: "search_code", query: "a" }),
    github({ op: "search_commits", query: "fix" }),
    github({ op: "search_repos", query: "agents" }),
  );
  const asked = Object.fromEntries(server.requests.map(({ path }) => [queryOf(path), path.split("?")[0]]));
  expect(Object.keys(asked).toSorted()).toEqual(
    [
      "crash repo:octo/app is:issue",
      "crash org:octo is:issue",
      "crash user:me repo:x/y is:pr",
      "a repo:octo/app",
      "fix repo:octo/app",
      "agents",
    ].toSorted(),
  );
  expect(answers.map(({ isError }) => isError)).toEqual(Array.from({ length: 6 }, () => false));
  expect(answers[1]?.text).toContain("- octo/app#5 Issue 5");
  expect(answers[3]?.text).toContain("- src/a.ts\n  > const a = 1;\n  > b");
  expect(answers[4]?.text).toContain("- cccccccccccc Fix it (Mona · 2026-01-02 03:04)");
  expect(answers[5]?.text).toContain("- a/b (3 stars · Go · 2026-01-02 03:04): Text");
  expect(server.requests.find(({ path }) => path.startsWith("/search/code"))?.headers.accept).toContain("text-match");
});

test("R361: outside a GitHub checkout the search runs unscoped; with a named repository that is wrong it fails", async () => {
  await using server = await startGithubServer({ "GET /search/issues": results() });
  await using session = await openSession({ server, origin: null });
  const [found, wrong] = await session.call(
    github({ op: "search_issues", query: "crash" }),
    github({ op: "search_issues", query: "crash", repo: "not a repository" }),
  );
  expect(found?.text).toContain("0 of 0 results for: crash is:issue.");
  expect(wrong?.text).toContain('"not a repository" is no repository. Write owner/name.');
});

test("R362: a limit of 500 becomes 50, 2.9 becomes 2, and 0 is an error", async () => {
  await using server = await startGithubServer({ "GET /search/issues": results() });
  await using session = await openSession({ server });
  const answers = await session.call(
    github({ op: "search_issues", query: "a", limit: 500 }),
    github({ op: "search_issues", query: "b", limit: 2.9 }),
    github({ op: "search_issues", query: "c", limit: 0 }),
    github({ op: "search_issues", query: " " }),
  );
  expect(server.requests.map(({ path }) => /per_page=(\d+)/.exec(path)?.[1]).toSorted()).toEqual(["2", "50"]);
  expect(answers[2]?.text).toContain("limit is 0. It must be above 0.");
  expect(answers[3]?.text).toContain("search_issues needs a query.");
});

test("R363: pr_create sends an empty body, sets reviewers, assignees and labels, and tells which of them failed", async () => {
  const created = pull({ number: 8, sha: "d".repeat(40) });
  await using server = await startGithubServer({
    "GET /repos/octo/app": { body: REPOSITORY },
    "POST /repos/octo/app/pulls": { status: 201, body: created },
    "POST /repos/octo/app/issues/8/labels": { body: [] },
    "POST /repos/octo/app/issues/8/assignees": {
      status: 422,
      body: { message: "Validation Failed", errors: [{ field: "assignees", code: "invalid" }] },
    },
    "POST /repos/octo/app/pulls/8/requested_reviewers": { status: 201, body: created },
  });
  await using session = await openSession({ server });
  await session.harness.workspace.git("switch", "-qc", "feature");
  const { text, details } = await session.one(
    github({
      op: "pr_create",
      title: "Add it",
      draft: true,
      reviewer: ["mona", "octo/team"],
      assignee: ["x"],
      label: ["bug"],
    }),
  );
  const posted = server.requests.filter(({ method }) => method === "POST").map(({ body }) => body);
  expect(posted).toEqual([
    { title: "Add it", body: "", head: "feature", base: "main", draft: true },
    { reviewers: ["mona"], team_reviewers: ["team"] },
    { assignees: ["x"] },
    { labels: ["bug"] },
  ]);
  expect(text).toContain("Opened pull request #8: https://github.com/octo/app/pull/8");
  expect(text).toContain(
    "Assignees were not set: github.com refuses the request (HTTP 422). GitHub says: Validation Failed; assignees invalid",
  );
  expect(details).toMatchObject({ op: "pr_create", number: 8 });
});

test("R296, R363: pr_create refuses fill with a title, no title, and says that the branch must be pushed", async () => {
  await using server = await startGithubServer({
    "GET /repos/octo/app": { body: REPOSITORY },
    "POST /repos/octo/app/pulls": {
      status: 422,
      body: { message: "Validation Failed", errors: [{ resource: "PullRequest", field: "head", code: "invalid" }] },
    },
  });
  await using session = await openSession({ server });
  const answers = await session.call(
    github({ op: "pr_create", fill: true, title: "x" }),
    github({ op: "pr_create" }),
    github({ op: "pr_create", title: "x", head: "feature" }),
    github({ op: "pr_create", title: "x", head: "main" }),
  );
  expect(answers.every(({ isError }) => isError)).toBe(true);
  expect(answers[0]?.text).toContain("leave out title and body");
  expect(answers[1]?.text).toContain("pr_create needs a title, or fill.");
  expect(answers[2]?.text).toContain("Push the branch feature first.");
  expect(answers[3]?.text).toContain("would merge main into itself");
});

test("pr_create with fill takes the text of one commit, or the list of several", async () => {
  await using server = await startGithubServer({
    "GET /repos/octo/app": { body: REPOSITORY },
    "POST /repos/octo/app/pulls": { status: 201, body: pull({ number: 8, sha: "d".repeat(40) }) },
  });
  await using session = await openSession({ server });
  const { workspace } = session.harness;
  await workspace.git("branch", "-M", "main");
  await workspace.git("switch", "-qc", "fix/long-name");
  await workspace.git("commit", "-q", "--allow-empty", "-m", "Fix the crash\n\nIt was null.");
  await session.one(github({ op: "pr_create", fill: true }));
  await workspace.git("commit", "-q", "--allow-empty", "-m", "Test it");
  await session.one(github({ op: "pr_create", fill: true }));
  const posted = server.requests.filter(({ method }) => method === "POST").map(({ body }) => body);
  expect(posted[0]).toMatchObject({ title: "Fix the crash", body: "It was null." });
  expect(posted[1]).toMatchObject({ title: "Long name", body: "- Fix the crash\n- Test it" });
});

test("R366: run_watch rejects what is no run, and the URL of another repository", async () => {
  await using server = await startGithubServer();
  await using session = await openSession({ server });
  const [word, other] = await session.call(
    github({ op: "run_watch", run: "latest" }),
    github({ op: "run_watch", run: "https://github.com/a/b/actions/runs/3", repo: "octo/app" }),
  );
  expect(word?.text).toContain('"latest" is no id or URL of a workflow run.');
  expect(other?.text).toContain("The run belongs to a/b, not to octo/app.");
  expect(server.requests).toEqual([]);
});

test("R367: a failed run gives the last lines of each failed job and the whole logs; a missing log does not fail the watch", async () => {
  const log = Array.from(
    { length: 500 },
    (_, index) => `2026-01-01T00:00:00.1234567Z \u001b[31mline ${index}\u001b[0m`,
  ).join("\n");
  let polls = 0;
  await using storage = await startGithubServer({ "GET /log": { body: log } });
  await using server = await startGithubServer({
    "GET /repos/octo/app/actions/runs/30": () => ({
      body: run(30, ++polls < 3 ? { status: "in_progress", conclusion: null } : { conclusion: "failure" }),
    }),
    "GET /repos/octo/app/actions/runs/30/jobs": {
      body: { total_count: 3, jobs: [job(1), job(2), job(3, { conclusion: "success" })] },
    },
    "GET /repos/octo/app/actions/jobs/1/logs": { status: 302, headers: { location: `${storage.url}/log` }, body: "" },
  });
  await using session = await openSession({ server });
  const { text, details, isError } = await session.one(github({ op: "run_watch", run: "30", tail: 2 }));
  expect(isError).toBe(false);
  expect(text).toContain("1 of 1 runs failed.\n- failure: CI: Add a feature (run 30)");
  expect(text).toContain(
    "## job 1 (step 2: Run tests)\n> line 498\n> line 499\n## job 2 (step 2: Run tests)\n(The log is not available.)",
  );
  expect(text).toMatch(/Full failed-job logs: artifact:\/\/\d+$/);
  expect(details.failedJobs).toEqual(["job 1", "job 2"]);
  expect(storage.requests[0]?.headers.authorization).toBeUndefined();
  const whole = await session.one({ name: "read", arguments: { path: `${String(details.artifact)}:2-4` } });
  expect(whole.text).toContain("line 0");
});

test("R296: all runs of the latest commit count only if the next poll finds the same ones", async () => {
  const polls: number[][] = [[1], [1, 2], [1, 2]];
  await using server = await startGithubServer({
    "GET /repos/octo/app/branches/main": { body: { name: "main", commit: { sha: "e".repeat(40) } } },
    "GET /repos/octo/app/actions/runs": () => {
      const ids = polls.length > 1 ? polls.shift() : polls[0];
      return { body: { total_count: 1, workflow_runs: (ids ?? []).map((id) => run(id)) } };
    },
  });
  await using session = await openSession({ server });
  const { text } = await session.one(github({ op: "run_watch", branch: "main" }));
  expect(text).toContain("All runs have ended well.");
  expect(text).toContain("(run 2)");
  expect(server.count("/repos/octo/app/actions/runs")).toBe(3);
  expect(server.requests[1]?.path).toContain(`head_sha=${"e".repeat(40)}`);
});

test("run_watch says that there is no run for a commit, and ends when the user stops it", async () => {
  await using server = await startGithubServer({
    "GET /repos/octo/app/branches/main": { body: { name: "main", commit: { sha: "e".repeat(40) } } },
    "GET /repos/octo/app/actions/runs": { body: { total_count: 0, workflow_runs: [] } },
    "GET /repos/octo/app/actions/runs/31": { body: run(31, { status: "queued", conclusion: null }) },
  });
  await using session = await openSession({ server });
  expect((await session.one(github({ op: "run_watch", branch: "main" }))).text).toContain(
    "There is no workflow run for the latest commit.",
  );
  const watching = session.one(github({ op: "run_watch", run: "31" }));
  await expect.poll(() => server.count("/repos/octo/app/actions/runs/31")).toBeGreaterThan(2);
  await session.harness.session.abort();
  expect((await watching).isError).toBe(true);
  const asked = server.requests.length;
  await new Promise((resolve) => setImmediate(resolve));
  expect(server.requests.length - asked).toBeLessThanOrEqual(1);
});
