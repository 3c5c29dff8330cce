import { join } from "node:path";
import type { ExtensionAPI, ExtensionContext } from "@tau/coding-agent";
import { type ApiRequest, type GithubApi, JSON_ANSWER } from "./access/github-api.ts";
import { openApi } from "./access/open-api.ts";
import { hashOf } from "./access/rest-api.ts";
import { AnswerCache } from "./answer-cache.ts";
import { GithubClient, parseJson } from "./client.ts";
import { GithubError } from "./github-error.ts";
import type { Fields } from "./json.ts";
import { githubRemotes, isGithubHost, parseRepository, type Remote, type Repository } from "./repository.ts";
import { type GithubSettings, githubSettings } from "./settings.ts";

export type HubContext = Pick<ExtensionContext, "cwd" | "modelRegistry" | "resources">;
export type HubPorts = Pick<ExtensionAPI, "http" | "processes" | "getSettings" | "artifacts" | "services">;

interface Opened {
  readonly api: Promise<GithubApi>;
  readonly until: number;
}

const SIGN_IN_MS = 60_000;

/** Clients, repositories and kept answers of one session. */
export class Hub {
  readonly pi: HubPorts;
  private readonly now: () => number;
  private readonly opened = new Map<string, Opened>();
  private readonly fetching = new Map<string, Promise<string>>();
  private cache: AnswerCache | undefined | "unopened" = "unopened";

  constructor(pi: HubPorts, now: () => number = Date.now) {
    this.pi = pi;
    this.now = now;
  }

  get settings(): GithubSettings {
    return githubSettings(this.pi.getSettings());
  }

  /** Resolves to the client of a host. The sign-in is looked up again after a minute, and after a refusal. */
  async client(host: string, ctx: HubContext): Promise<GithubClient> {
    const known = this.opened.get(host);
    const opened =
      known && known.until > this.now() ? known : { api: openApi(this.pi, host, ctx), until: this.now() + SIGN_IN_MS };
    this.opened.set(host, opened);
    try {
      return new GithubClient(await opened.api, this.now);
    } catch (error) {
      this.opened.delete(host);
      throw error;
    }
  }

  async remotes({ cwd }: Pick<HubContext, "cwd">): Promise<Remote[]> {
    return await githubRemotes(this.pi.processes, cwd, this.settings.hosts);
  }

  /** Resolves to the named repository, or to that of the folder. */
  async repository(named: string | undefined, ctx: HubContext): Promise<Repository> {
    const [own] = await this.remotes(ctx);
    if (named !== undefined && named !== "") {
      const repository = parseRepository(named, own?.host);
      await this.checkHost(repository.host, ctx);
      return repository;
    }
    if (own) return own;
    throw new GithubError(
      "no-repository",
      "This folder has no git remote on a GitHub host. Name the repository as owner/name.",
    );
  }

  /** Rejects for a host that neither the user nor the repository names: a model must not choose where requests go. */
  async checkHost(host: string, ctx: HubContext): Promise<void> {
    if (isGithubHost(host, this.settings.hosts) && (host === "github.com" || this.settings.hosts.includes(host)))
      return;
    if ((await this.remotes(ctx)).some((remote) => remote.host === host)) return;
    throw new GithubError(
      "no-repository",
      `${host} is no GitHub host of this folder. The user can add it to the setting github.hosts.`,
    );
  }

  /**
   * Resolves to an answer that may be kept: a fresh one is shown as it is, a stale one is shown and refreshed in the background, an old one
   * is asked for again. Calls at the same time share one request.
   */
  async text(client: GithubClient, request: ApiRequest): Promise<string> {
    const { isEnabled, softMs, hardMs } = this.settings.cache;
    const key = keyOf(client, request);
    const kept = isEnabled ? this.kept?.get(key, this.now()) : undefined;
    const age = kept ? this.now() - kept.fetchedAt : Number.POSITIVE_INFINITY;
    if (kept && age < softMs && age >= 0) return kept.text;
    if (kept && age < hardMs && age >= 0) {
      const { signal: _, ...unattended } = request;
      // The next reading reports the failure, if it lasts.
      this.fetch(client, unattended, key).catch(() => undefined);
      return kept.text;
    }
    return await this.fetch(client, request, key);
  }

  async json(client: GithubClient, request: ApiRequest): Promise<Fields> {
    return parseJson(await this.text(client, request), request.path);
  }

  /** Forgets the answer to a request, after a change. */
  forget(client: GithubClient, ...paths: readonly string[]): void {
    this.kept?.remove(paths.map((path) => keyOf(client, { path })));
  }

  /** Opens the cache at the first use, in Tau's home. */
  useHome({ resources }: HubContext): void {
    if (this.cache === "unopened") this.cache = AnswerCache.open(join(resources.agentDir, "cache", "github.db"));
  }

  close(): void {
    this.kept?.close();
    this.cache = undefined;
  }

  private get kept(): AnswerCache | undefined {
    return this.cache === "unopened" ? undefined : this.cache;
  }

  private fetch(client: GithubClient, request: ApiRequest, key: string): Promise<string> {
    const running = this.fetching.get(key);
    if (running !== undefined)
      return running.catch((error: unknown) => {
        // The call that began the request was stopped, this one was not.
        if (request.signal?.aborted || error instanceof GithubError) throw error;
        return this.fetch(client, request, key);
      });
    const fetching = this.fetchOnce(client, request, key).finally(() => this.fetching.delete(key));
    this.fetching.set(key, fetching);
    return fetching;
  }

  private async fetchOnce(client: GithubClient, request: ApiRequest, key: string): Promise<string> {
    const { isEnabled } = this.settings.cache;
    const kept = isEnabled ? this.kept?.get(key, this.now()) : undefined;
    try {
      const { text, etag, isUnchanged } = await client.text({ ...request, etag: kept?.etag });
      if (isUnchanged && kept) {
        this.kept?.confirm(key, this.now());
        return kept.text;
      }
      if (isEnabled) this.kept?.set(key, { text, etag, fetchedAt: this.now() });
      return text;
    } catch (error) {
      if (error instanceof GithubError && error.code === "unauthorized") this.opened.delete(client.host);
      if (error instanceof GithubError && error.code === "not-found") this.kept?.remove([key]);
      throw error;
    }
  }
}

function keyOf({ api: { host, credential } }: GithubClient, { path, accept = JSON_ANSWER }: ApiRequest): string {
  return hashOf([host, credential, accept, path].join("\n"));
}
