export interface EnvironmentPlaces {
  readonly home: string;
  readonly tauHome: string;
  readonly temporary: string;
}

/** Returns the environment of a child process that must not see the caller's keys or files. */
export function isolatedEnvironment({ home, tauHome, temporary }: EnvironmentPlaces): Record<string, string> {
  const { NODE_COMPILE_CACHE: compiled } = process.env;
  return {
    PATH: process.env.PATH ?? "",
    // A new home has no compiled code. A cache that all of them share saves a fifth of the time of a start.
    ...(compiled ? { NODE_COMPILE_CACHE: compiled } : {}),
    HOME: home,
    TAU_HOME: tauHome,
    TAU_OFFLINE: "1",
    // Naming the session would consume one of the scripted answers.
    TAU_NO_TITLE: "1",
    // Tests must also run on machines without a sandbox. A test of permissions sets this to the empty string, which
    // leaves the mode to the settings.
    TAU_PERMISSION_MODE: "yolo",
    TMPDIR: temporary,
    XDG_CONFIG_HOME: `${home}/.config`,
    XDG_DATA_HOME: `${home}/.local/share`,
    XDG_CACHE_HOME: `${home}/.cache`,
    XDG_STATE_HOME: `${home}/.local/state`,
    LANG: "C.UTF-8",
    TZ: "UTC",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Test",
    GIT_AUTHOR_EMAIL: "test@example.invalid",
    GIT_COMMITTER_NAME: "Test",
    GIT_COMMITTER_EMAIL: "test@example.invalid",
  };
}
