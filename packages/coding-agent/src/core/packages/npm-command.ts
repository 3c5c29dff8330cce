import { rmSync } from "node:fs";
import { join } from "node:path";
import { GIT_ENV } from "./git-command.ts";

/** Returns an npm command that works in `folder` and ignores project folders above it. No package name can be taken for an option. */
export function npmInvocation(
  npm: readonly string[],
  [verb = "", ...packages]: readonly string[],
  folder: string,
): string[] {
  return [...npm, verb, ...NPM_FLAGS, `--prefix=${folder}`, "--", ...packages];
}

/** Removes the folder's `.npmrc`. npm reads it as the user's own project configuration and has no option to ignore it. */
export function removeNpmConfig(folder: string): void {
  rmSync(join(folder, ".npmrc"), { recursive: true, force: true });
}

/**
 * Returns the environment for npm. For a dependency from git, npm runs a second npm in the clone to prepare it, which
 * would read the clone's own `.npmrc`: programs to start, options for node, environment variables to send elsewhere.
 * Without scripts there is nothing to prepare, so the second npm exits immediately. Environment variables take
 * precedence over any such file.
 */
export function npmEnv(): Record<string, string> {
  const nodeOptions = [process.env.NODE_OPTIONS, `--import=${NO_SECOND_NPM}`].filter(Boolean).join(" ");
  return {
    ...GIT_ENV,
    NODE_OPTIONS: nodeOptions,
    npm_config_git: "git",
    npm_config_ignore_scripts: "true",
    npm_config_node_options: nodeOptions,
    npm_config_update_notifier: "false",
  };
}

const NO_SECOND_NPM = "data:text/javascript,if(process.env._PACOTE_NO_PREPARE_)process.exit()";

/** The host provides itself as a peer dependency, so peers must not be installed a second time. */
const NPM_FLAGS = [
  "--omit=dev",
  "--ignore-scripts",
  "--legacy-peer-deps",
  "--no-audit",
  "--no-fund",
  "--loglevel=error",
];
