export const DESCRIPTION = `Works with GitHub. To read issues, pull requests and their diffs, use read with issue://5, pr://5, pr://5/diff, issue://?state=closed; to comment, write issue://5/comments.
Operations (op):
- repo_view: facts on a repository.
- pr_create: opens a pull request from a pushed branch: title and body, or fill (from the commits).
- pr_checkout: checks pull requests (pr, one or several) out into worktrees of their own, branch pr-<number>.
- pr_push: pushes the work in a checked out pull request back to its branch (branch: pr-<number>).
- search_issues, search_prs, search_code, search_commits: query in GitHub's syntax, within this repository unless repo or a qualifier such as org: says otherwise. search_repos: all of GitHub.
- run_watch: waits for a workflow run (run), or all runs of the latest commit of a branch; returns the last lines of failed jobs.`;
