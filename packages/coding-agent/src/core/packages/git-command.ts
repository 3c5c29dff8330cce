/** Git on the clone of a package: no hook, no monitor and no submodule, whatever the user has configured for repositories of their own. */
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
