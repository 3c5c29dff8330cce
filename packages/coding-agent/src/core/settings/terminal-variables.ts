export interface TerminalOverrides {
  hyperlinks?: boolean;
  images?: "kitty" | "iterm2" | null;
  trueColor?: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads terminal settings from variables: `TAU_HYPERLINKS=0`, `TAU_IMAGE_PROTOCOL=kitty`, `TAU_TRUE_COLOR=1`, each also
 * with the prefix `PI_`.
 */
export function terminalVariables(env: Environment): TerminalOverrides {
  const [hyperlinks, trueColor] = [SWITCH[readVariable(env, "HYPERLINKS")], SWITCH[readVariable(env, "TRUE_COLOR")]];
  const images = PROTOCOLS[readVariable(env, "IMAGE_PROTOCOL")];
  return {
    ...(hyperlinks === undefined ? {} : { hyperlinks }),
    ...(images === undefined ? {} : { images }),
    ...(trueColor === undefined ? {} : { trueColor }),
  };
}

/** Returns the variable's value; empty if it is not set. */
export function readVariable(env: Environment, name: string): string {
  return env[`TAU_${name}`] ?? env[`PI_${name}`] ?? "";
}

const SWITCH: Readonly<Record<string, boolean>> = { "1": true, "0": false };
const PROTOCOLS: Readonly<Record<string, "kitty" | "iterm2" | null>> = { kitty: "kitty", iterm2: "iterm2", none: null };
