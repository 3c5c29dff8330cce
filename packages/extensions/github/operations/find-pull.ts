import type { GithubClient } from "../client.ts";
import { GithubError, invalid } from "../github-error.ts";
import type { Fields } from "../json.ts";
import { fullName, parseRemote, type Repository, repositoryPath } from "../repository.ts";
import { oneLine } from "../text/foreign-text.ts";
import { placeOf } from "../url-schemes.ts";
import { maybeGit } from "./git.ts";
import type { OperationCall } from "./operation.ts";

export interface FoundPull {
  readonly client: GithubClient;
  readonly repository: Repository;
  readonly pull: Fields;
}

/** Finds a pull request by its number, its URL or its branch; without any, that of the current branch. Always asks GitHub. */
export async function findPull(
  { hub, args, ctx, signal }: Pick<OperationCall, "hub" | "args" | "ctx" | "signal">,
  reference: string,
): Promise<FoundPull> {
  const page = /^https?:\/\/[^/]+\/[^/]+\/[^/]+\/pull\/(\d{1,9})\b/i.exec(reference);
  const named = page ? parseRemote(reference) : undefined;
  if (page && !named) throw invalid(`${oneLine(reference)} is no URL of a pull request.`);
  const { repository, client } = await placeOf(
    hub,
    named ? `${named.host}/${fullName(named)}` : args.repo,
    ctx,
    signal,
  );
  const path = `${repositoryPath(repository)}/pulls`;
  const number = page?.[1] ?? /^#?(\d{1,9})$/.exec(reference)?.[1];
  if (number !== undefined)
    return { repository, client, pull: await client.json({ path: `${path}/${number}`, signal }) };
  const branch =
    reference ||
    (await maybeGit(hub.pi.processes, ["symbolic-ref", "--quiet", "--short", "HEAD"], { cwd: ctx.cwd, signal }));
  if (!branch) throw invalid("Name the pull request by its number, branch or URL.");
  const label = branch.includes(":") ? branch : `${repository.owner}:${branch}`;
  const answer = await client.text({ path: `${path}?state=all&per_page=1&head=${encodeURIComponent(label)}`, signal });
  const [first] = JSON.parse(answer.text) as { number?: unknown }[];
  if (typeof first?.number !== "number")
    throw new GithubError(
      "not-found",
      `${fullName(repository)} has no pull request from the branch ${oneLine(branch)}.`,
    );
  return { repository, client, pull: await client.json({ path: `${path}/${first.number}`, signal }) };
}
