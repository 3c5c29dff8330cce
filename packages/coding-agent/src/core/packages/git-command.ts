/**
 * Returns a git command for the clone of a package: without hooks, file monitor or submodules, whatever the user has
 * configured for their own repositories.
 */
export function gitCommand(args: readonly string[]): string[] {
  return ["git", ...SETTINGS.flatMap((setting) => ["-c", setting]), ...args];
}

const SETTINGS = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "submodule.recurse=false",
  "fetch.recurseSubmodules=false",
  "advice.detachedHead=false",
];

export const GIT_ENV = { GIT_TERMINAL_PROMPT: "0", GIT_ALLOW_PROTOCOL: "https:http:ssh:git:file" };
