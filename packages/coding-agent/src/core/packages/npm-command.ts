import { rmSync } from "node:fs";
import { join } from "node:path";
import { GIT_ENV } from "./git-command.ts";

/** npm at work in a folder, and in none above it that looks like its project. No package is taken for an option. */
export function npmInvocation(
  npm: readonly string[],
  [verb = "", ...packages]: readonly string[],
  folder: string,
): string[] {
  return [...npm, verb, ...NPM_FLAGS, `--prefix=${folder}`, "--", ...packages];
}

/** npm takes the file for the configuration of the user's own project, and has no option that keeps it from that. */
export function removeNpmConfig(folder: string): void {
  rmSync(join(folder, ".npmrc"), { recursive: true, force: true });
}

/**
 * Of a dependency that comes from git npm runs a second npm in the clone, to prepare it, which would read the clone's own `.npmrc`:
 * programs to start, options for node, variables of the environment to send elsewhere. Without scripts there is nothing to prepare,
 * so that one ends as it begins. What the environment says counts more than any such file.
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

/** What the host provides comes as a peer dependency, and must not be installed a second time. */
const NPM_FLAGS = [
  "--omit=dev",
  "--ignore-scripts",
  "--legacy-peer-deps",
  "--no-audit",
  "--no-fund",
  "--loglevel=error",
];
