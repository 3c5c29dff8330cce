import type { Operation } from "./operation.ts";
import { checkOutPulls } from "./pr-checkout.ts";
import { createPull } from "./pr-create.ts";
import { pushPull } from "./pr-push.ts";
import { viewRepository } from "./repo-view.ts";
import { watchRuns } from "./run-watch.ts";
import { searchOperation } from "./search.ts";

export const OPERATION_CODE: Readonly<Record<string, Operation>> = {
  repo_view: viewRepository,
  pr_create: createPull,
  pr_checkout: checkOutPulls,
  pr_push: pushPull,
  search_issues: searchOperation("issues"),
  search_prs: searchOperation("prs"),
  search_code: searchOperation("code"),
  search_commits: searchOperation("commits"),
  search_repos: searchOperation("repos"),
  run_watch: watchRuns,
};
