import type { ExtensionAPI } from "@tau/coding-agent";
import { GithubError, invalid } from "./github-error.ts";

export interface Repository {
  readonly host: string;
  readonly owner: string;
  readonly name: string;
}

export interface Remote extends Repository {
  /** The name of the git remote. */
  readonly remote: string;
  readonly url: string;
}

const NAME = /^(?!\.{1,2}$)[\w.-]{1,100}$/;

/** Returns `owner/name`. */
export function fullName({ owner, name }: Repository): string {
  return `${owner}/${name}`;
}

/** Returns the path of a repository in the REST API. */
export function repositoryPath({ owner, name }: Repository): string {
  return `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
}

/** Reads `owner/name`, `host/owner/name` or the URL of a repository. */
export function parseRepository(text: string, defaultHost = "github.com"): Repository {
  const remote = /:\/\/|^[\w.-]+@/.test(text) ? parseRemote(text) : undefined;
  if (remote) return remote;
  const parts = text.split("/");
  const [host, owner = "", name = ""] = parts.length === 2 ? [defaultHost, ...parts] : parts;
  if (parts.length < 2 || parts.length > 3 || !NAME.test(owner) || !NAME.test(name) || !isHostName(host ?? ""))
    throw invalid(`"${text.slice(0, 200)}" is no repository. Write owner/name.`);
  return { host: (host ?? "").toLowerCase(), owner, name };
}

function isHostName(host: string): boolean {
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i.test(host);
}

/** Returns the repository in the URL of a remote or of a page, whatever its host. */
export function parseRemote(url: string): Repository | undefined {
  const [, host = "", path = ""] =
    /^(?:https?|ssh|git|git\+ssh):\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/(.+)$/i.exec(url) ??
    /^(?:[\w.-]+@)([^/:]+):(.+)$/.exec(url) ??
    [];
  const [owner = "", name = ""] = path.replace(/^\/+/, "").split(/[/?#]/);
  const bare = name.replace(/\.git$/, "");
  if (!isHostName(host) || !NAME.test(owner) || !NAME.test(bare)) return undefined;
  const lower = host.toLowerCase();
  // GitHub's ssh over the port of https, and the name with www.
  return { host: lower === "ssh.github.com" || lower === "www.github.com" ? "github.com" : lower, owner, name: bare };
}

/** Whether a host is one of GitHub, by its name or by the settings. */
export function isGithubHost(host: string, hosts: readonly string[]): boolean {
  return host === "github.com" || host.endsWith(".ghe.com") || host.startsWith("github.") || hosts.includes(host);
}

/** The order in which `gh` chooses among remotes. */
const PREFERRED = ["upstream", "github", "origin"];

/** Resolves to the remotes on GitHub hosts, the one that issues belong to first. */
export async function githubRemotes(
  processes: ExtensionAPI["processes"],
  cwd: string,
  hosts: readonly string[],
): Promise<Remote[]> {
  const options = { cwd, env: { LC_ALL: "C", GIT_OPTIONAL_LOCKS: "0" }, timeoutMs: 10_000, maxBytes: 1024 * 1024 };
  const output = await processes.run("git", ["config", "--get-regexp", "^remote\\..*\\.url$"], options).catch(noGit);
  const found = output.stdout
    .toString("utf8")
    .split("\n")
    .flatMap((line) => {
      const [, remote = "", url = ""] = /^remote\.(.+)\.url (.+)$/.exec(line) ?? [];
      const repository = parseRemote(url);
      return repository && isGithubHost(repository.host, hosts) ? [{ ...repository, remote, url }] : [];
    });
  const rank = ({ remote }: Remote) => (PREFERRED.includes(remote) ? PREFERRED.indexOf(remote) : PREFERRED.length);
  return found.toSorted((a, b) => rank(a) - rank(b));
}

function noGit(cause: unknown): never {
  throw new GithubError("git", "git cannot be started, so the repository of this folder is not known.", { cause });
}
