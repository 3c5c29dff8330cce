import { existsSync } from "node:fs";
import { compareVersions } from "../changelog/changelog-entries.ts";
import { GIT_ENV, gitCommand } from "./git-command.ts";
import type { InstallerOptions } from "./install-package.ts";
import { npmEnv } from "./npm-command.ts";
import { readPackageJson } from "./package-json.ts";
import type { PackageScope } from "./package-places.ts";
import { isPinned, type PackageOrigin } from "./package-source.ts";

/** Asks registries and repositories whether an installed package is outdated. Rejects if they cannot be reached. */
export interface UpdateCheck {
  /** Returns whether an update would install something newer. Pinned packages are never updated. */
  hasNewer(origin: PackageOrigin, scope: PackageScope): Promise<boolean>;
  /** Returns whether the installed version differs from what its source means now. A branch or a tag may have moved too. */
  isOutdated(origin: PackageOrigin, scope: PackageScope): Promise<boolean>;
}

export function createUpdateCheck({ places, run, npmCommand }: InstallerOptions): UpdateCheck {
  async function isNpmBehind(name: string, range = "latest", scope: PackageScope): Promise<boolean> {
    const folder = places.pathOf({ kind: "npm", name }, scope);
    const request = { cwd: places.prepare("npm", scope), env: npmEnv(), timeoutMs: CHECK_TIMEOUT_MS };
    const answer = await run([...npmCommand(), "view", "--", `${name}@${range}`, "version"], request);
    return newestOf(answer) !== installedVersion(folder);
  }

  async function isGitBehind(folder: string, ref = "HEAD"): Promise<boolean> {
    const request = { cwd: folder, env: GIT_ENV, timeoutMs: CHECK_TIMEOUT_MS };
    const local = (await run(gitCommand(["rev-parse", "HEAD"]), request)).trim();
    if (COMMIT.test(ref) && local.startsWith(ref.toLowerCase())) return false;
    const remote = await run(gitCommand(["ls-remote", "origin", ref, `${ref}^{}`]), request);
    // For an annotated tag, the last line names the commit.
    return remote.trim().split("\n").at(-1)?.split(/\s/, 1)[0] !== local;
  }

  return {
    async hasNewer(origin, scope) {
      if (origin.kind === "path" || isPinned(origin) || !existsSync(places.pathOf(origin, scope))) return false;
      return await this.isOutdated(origin, scope);
    },
    async isOutdated(origin, scope) {
      if (origin.kind === "git") return await isGitBehind(places.pathOf(origin, scope), origin.ref);
      return origin.kind === "npm" && !isPinned(origin) && (await isNpmBehind(origin.name, origin.range, scope));
    },
  };
}

/** Parses npm's answer: a version alone or, if several match, one per line after its name and in quotes. Warnings may precede it. */
function newestOf(answer: string): string | undefined {
  const versions = [...answer.matchAll(/(?:^|')(\d+\.\d+\.\d+(?!\d)[^\s']*)'?$/gm)].flatMap(
    ([, version]) => version ?? [],
  );
  return versions.toSorted(compareVersions).at(-1);
}

function installedVersion(folder: string): string | undefined {
  const { version } = readPackageJson(folder);
  return typeof version === "string" ? version : undefined;
}

const CHECK_TIMEOUT_MS = 20_000;
const COMMIT = /^[0-9a-f]{7,40}$/i;
