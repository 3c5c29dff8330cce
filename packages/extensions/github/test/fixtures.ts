/**
 * Objects of the REST API, written from its published documentation (https://docs.github.com/en/rest: issues, pulls, search, actions, repos),
 * reduced to the fields that this battery reads and a few others.
 */
const user = (login: string) => ({ login, id: 1, type: "User", html_url: `https://github.com/${login}` });

export function issue(number: number, more: object = {}) {
  return {
    id: 1000 + number,
    number,
    html_url: `https://github.com/octo/app/issues/${number}`,
    repository_url: "https://api.github.com/repos/octo/app",
    state: "open",
    state_reason: null,
    title: `Issue ${number}`,
    body: `The text of issue ${number}.`,
    user: user("octocat"),
    labels: [{ id: 1, name: "bug", color: "f29513" }],
    assignees: [user("hubot")],
    milestone: null,
    comments: 0,
    created_at: "2026-04-22T13:33:48Z",
    updated_at: "2026-04-23T08:00:00Z",
    closed_at: null,
    author_association: "COLLABORATOR",
    ...more,
  };
}

export function comment(id: number, body: string, login = "hubot") {
  return {
    id,
    html_url: `https://github.com/octo/app/issues/5#issuecomment-${id}`,
    body,
    user: user(login),
    created_at: "2026-04-23T09:00:00Z",
    updated_at: "2026-04-23T09:00:00Z",
    author_association: "MEMBER",
  };
}

export interface PullOptions {
  readonly number: number;
  readonly sha: string;
  readonly ref?: string;
  /** The full name of the head's repository. */
  readonly from?: string;
  readonly more?: object;
}

export function pull({ number, sha, ref = "feature", from = "octo/app", more = {} }: PullOptions) {
  const [owner = ""] = from.split("/");
  return {
    ...issue(number),
    html_url: `https://github.com/octo/app/pull/${number}`,
    title: `Pull request ${number}`,
    body: `The text of pull request ${number}.`,
    draft: false,
    merged_at: null,
    mergeable_state: "clean",
    requested_reviewers: [user("reviewer")],
    maintainer_can_modify: true,
    additions: 2,
    deletions: 1,
    changed_files: 2,
    head: {
      label: `${owner}:${ref}`,
      ref,
      sha,
      repo: { full_name: from, clone_url: `https://github.com/${from}.git`, ssh_url: `git@github.com:${from}.git` },
    },
    base: { label: "octo:main", ref: "main", sha: "0".repeat(40), repo: { full_name: "octo/app" } },
    ...more,
  };
}

/** An entry of "List pull requests files". */
export function changedFile(filename: string, more: object = {}) {
  return {
    sha: "bbcd538c8e72b8c175046e27cc8f907076331401",
    filename,
    status: "modified",
    additions: 1,
    deletions: 1,
    changes: 2,
    patch: "@@ -1 +1 @@\n-old\n+new",
    ...more,
  };
}

export const DIFF = `diff --git a/a.txt b/a.txt
index 1111111..2222222 100644
--- a/a.txt
+++ b/a.txt
@@ -1 +1,2 @@
-old
+new
+more
diff --git a/logo.png b/logo.png
index 3333333..4444444 100644
Binary files a/logo.png and b/logo.png differ
`;

export function run(id: number, more: object = {}) {
  return {
    id,
    name: "CI",
    display_title: "Add a feature",
    head_branch: "main",
    head_sha: "f".repeat(40),
    run_number: 7,
    event: "push",
    status: "completed",
    conclusion: "success",
    html_url: `https://github.com/octo/app/actions/runs/${id}`,
    ...more,
  };
}

export function job(id: number, more: object = {}) {
  return {
    id,
    run_id: 30,
    name: `job ${id}`,
    status: "completed",
    conclusion: "failure",
    steps: [
      { name: "Set up job", status: "completed", conclusion: "success", number: 1 },
      { name: "Run tests", status: "completed", conclusion: "failure", number: 2 },
    ],
    ...more,
  };
}

export const REPOSITORY = {
  id: 1296269,
  full_name: "octo/app",
  html_url: "https://github.com/octo/app",
  description: "An app",
  private: false,
  visibility: "public",
  default_branch: "main",
  language: "TypeScript",
  stargazers_count: 80,
  forks_count: 9,
  open_issues_count: 3,
  archived: true,
  fork: false,
  topics: ["octocat", "api"],
  license: { spdx_id: "MIT" },
  pushed_at: "2026-01-26T19:06:43Z",
  permissions: { admin: false, push: true, pull: true },
};
