import type { Fields } from "../json.ts";
import { repositoryPath } from "../repository.ts";
import { facts, minute, oneLine, paragraphs, quote } from "../text/foreign-text.ts";
import { placeOf } from "../url-schemes.ts";
import type { Operation } from "./operation.ts";

/** Shows facts on a repository and, if asked, on one of its branches. */
export const viewRepository: Operation = async ({ hub, args, ctx, signal }) => {
  const { repository, client } = await placeOf(hub, args.repo, ctx, signal);
  const path = repositoryPath(repository);
  const found = await client.json({ path, signal });
  const branch = args.branch
    ? await client.json({ path: `${path}/branches/${encodeURIComponent(args.branch)}`, signal })
    : undefined;
  return {
    text: paragraphs(
      `# ${oneLine(found.text("full_name"))}`,
      quote(found.text("description")),
      facts({
        URL: oneLine(found.text("html_url")),
        "Default branch": oneLine(found.text("default_branch")),
        ...(branch && { Branch: branchText(branch) }),
        Visibility: oneLine(found.text("visibility")) || (found.is("private") ? "private" : "public"),
        Permission: permissionOf(found),
        Language: oneLine(found.text("language")),
        Stars: found.text("stargazers_count"),
        Forks: found.text("forks_count"),
        "Open issues and pull requests": found.text("open_issues_count"),
        Flags: flagsOf(found),
        Topics: oneLine(found.texts("topics").join(", ")),
        License: oneLine(found.text("license", "spdx_id")),
        Parent: oneLine(found.text("parent", "full_name")),
        Pushed: minute(found.text("pushed_at")),
      }),
    ),
    details: { repository: found.text("full_name"), url: found.text("html_url") },
  };
};

function branchText(branch: Fields): string {
  const message = oneLine(branch.text("commit", "commit", "message").split("\n")[0] ?? "", 100);
  return `${oneLine(branch.text("name"))} at ${branch.text("commit", "sha").slice(0, 12)} (${message})${branch.is("protected") ? ", protected" : ""}`;
}

function permissionOf(repository: Fields): string {
  return ["admin", "maintain", "push", "triage", "pull"].find((name) => repository.is("permissions", name)) ?? "";
}

function flagsOf(repository: Fields): string {
  return ["archived", "disabled", "fork", "is_template"]
    .filter((name) => repository.is(name))
    .map((name) => name.replace("is_", ""))
    .join(", ");
}
