import type { ExtensionContext } from "./context.ts";

/** What a review needs to know of a pull request. */
export interface GithubPullRequest {
  readonly number: number;
  /** Written by its author: cleaned of control characters, but foreign text. */
  readonly title: string;
  /** The branch that it is to be merged into. */
  readonly base: string;
  readonly headCommit: string;
  readonly url: string;
}

/** The service `github`: GitHub with the user's credentials. Rejects with a readable message if there are none. */
export interface Github {
  /** Resolves to the pull request with a number, or at a URL, of the repository that contains the session's folder. */
  pullRequest(reference: string, ctx: ExtensionContext, signal?: AbortSignal): Promise<GithubPullRequest>;
  /**
   * Resolves to an issue or a pull request as `issue://` and `pr://` show it. Resolves to `undefined` if the page is of another kind, or
   * the user is not signed in to its host.
   */
  page(url: URL, ctx: ExtensionContext, signal?: AbortSignal): Promise<string | undefined>;
}
