import type { ToolEffects, ToolManifest, ToolPlace } from "@tau/coding-agent";
import { DESCRIPTION } from "./description.ts";
import { fullName, isGithubHost, parseRemote, parseRepository } from "./repository.ts";

export const OPERATIONS = [
  ...["repo_view", "pr_create", "pr_checkout", "pr_push"],
  ...["search_issues", "search_prs", "search_code", "search_commits", "search_repos", "run_watch"],
] as const;

export interface GithubArguments {
  readonly op: string;
  readonly repo?: string;
  readonly branch?: string;
  readonly pr?: string | readonly string[];
  readonly force?: boolean;
  readonly forceWithLease?: boolean;
  readonly title?: string;
  readonly body?: string;
  readonly base?: string;
  readonly head?: string;
  readonly draft?: boolean;
  readonly fill?: boolean;
  readonly reviewer?: readonly string[];
  readonly assignee?: readonly string[];
  readonly label?: readonly string[];
  readonly query?: string;
  readonly limit?: number;
  readonly run?: string;
  readonly tail?: number;
}

const text = (description?: string) => ({ type: "string", ...(description && { description }) });
const texts = (description?: string) => ({
  type: "array",
  items: { type: "string" },
  ...(description && { description }),
});
const flag = (description?: string) => ({ type: "boolean", ...(description && { description }) });

export const github = {
  name: "github",
  label: "GitHub",
  loadout: "found",
  description: DESCRIPTION,
  parameters: {
    type: "object",
    properties: {
      op: { enum: [...OPERATIONS] },
      repo: text("owner/name or host/owner/name; default: the repository of this folder"),
      branch: text("repo_view, pr_push, run_watch: default is the current one"),
      pr: {
        anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
        description: "Number, branch or URL",
      },
      force: flag("pr_checkout: move an existing branch pr-<number>; its commits are lost"),
      forceWithLease: flag("pr_push"),
      title: text(),
      body: text(),
      base: text(),
      head: text("pr_create: default is the current branch"),
      draft: flag(),
      fill: flag("pr_create: title and body from the commits"),
      reviewer: texts(),
      assignee: texts(),
      label: texts(),
      query: text(),
      limit: { type: "number", description: "Searches: default 10, at most 50" },
      run: text("run_watch: id or URL"),
      tail: { type: "number", description: "run_watch: lines of each failed job, default 15, at most 200" },
    },
    required: ["op"],
  },
  describe: (args, place) => describeEffects(args as GithubArguments, place),
} satisfies ToolManifest;

/** Returns the effects. What changes GitHub or adds worktrees is a change outside the workspace, for which the user is asked. */
export function describeEffects({ op, repo, pr, branch }: GithubArguments, place: ToolPlace): ToolEffects {
  const { host, path } = repositoryIn(repo, place);
  const [first = "current"] = typeof pr === "string" ? [pr] : (pr ?? []);
  if (op === "pr_create") return { effect: "write", paths: [`pr://${path}`], host };
  if (op === "pr_checkout") return { effect: "write", paths: [`pr://${path}/${first}`], host };
  if (op === "pr_push") return { effect: "write", paths: [`pr://${path}/${branch ?? "current"}`], host };
  return { effect: "network", host };
}

/** Returns the host and the path of the repository that the arguments name, else of the first remote on a GitHub host. */
function repositoryIn(
  repo: string | undefined,
  { gitRemotes }: ToolPlace,
): { readonly host: string; readonly path: string } {
  const own = gitRemotes()
    .map((url) => parseRemote(url))
    .find((remote) => remote && isGithubHost(remote.host, [])) ?? { host: "github.com", owner: "", name: "" };
  const named = repo === undefined ? own : parseRepository(repo, own.host);
  return { host: named.host, path: named.owner === "" ? "" : fullName(named) };
}
