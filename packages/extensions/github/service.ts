import type { ExtensionContext, Github } from "@tau/coding-agent";
import { GithubError } from "./github-error.ts";
import type { Hub } from "./hub.ts";
import { findPull } from "./operations/find-pull.ts";
import { readIssue, readPull } from "./read-items.ts";
import { fullName, parseRemote } from "./repository.ts";
import { oneLine } from "./text/foreign-text.ts";
import { placeOf } from "./url-schemes.ts";

/** Returns the service that other extensions use. */
export function githubService(hub: Hub): Github {
  return {
    async pullRequest(reference, ctx, signal) {
      const { pull } = await findPull({ hub, args: { op: "pr_checkout" }, ctx, signal }, reference);
      return {
        number: pull.number("number") ?? 0,
        title: oneLine(pull.text("title")),
        base: pull.text("base", "ref"),
        headCommit: pull.text("head", "sha"),
        url: oneLine(pull.text("html_url")),
      };
    },
    page: async (url, ctx, signal) => await readPage(hub, url, ctx, signal),
  };
}

/** Codes of failures after which the page may still be read without credentials. */
const NOT_SIGNED_IN: ReadonlySet<string> = new Set(["no-program", "signed-out", "no-repository", "unauthorized"]);

async function readPage(
  hub: Hub,
  url: URL,
  ctx: ExtensionContext,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const [, kind, number] = /^\/[^/]+\/[^/]+\/(issues|pull)\/(\d{1,9})\/?$/.exec(url.pathname) ?? [];
  const repository = parseRemote(url.href);
  if (kind === undefined || !repository) return undefined;
  try {
    const place = await placeOf(hub, `${repository.host}/${fullName(repository)}`, ctx, signal);
    return kind === "pull" ? await readPull(place, Number(number)) : await readIssue(place, Number(number));
  } catch (error) {
    if (error instanceof GithubError && NOT_SIGNED_IN.has(error.code)) return undefined;
    throw error;
  }
}
