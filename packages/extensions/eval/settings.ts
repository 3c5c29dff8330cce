import type { ExtensionManifest } from "@tau/coding-agent";

export const DEFAULT_SECONDS = 30;
export const LEAST_SECONDS = 1;
export const MOST_SECONDS = 600;

export const SETTINGS: NonNullable<ExtensionManifest["settings"]> = {
  eval: {
    type: "object",
    properties: {
      py: { type: "boolean", default: true, description: "Whether cells may be Python." },
      js: { type: "boolean", default: true, description: "Whether cells may be JavaScript." },
      python: {
        type: "string",
        description: "The Python program. Default: that of a virtual environment, else python3.",
      },
      timeout: {
        type: "number",
        minimum: LEAST_SECONDS,
        maximum: MOST_SECONDS,
        default: DEFAULT_SECONDS,
        description: "Seconds that a cell may run. Time in which it waits for tools does not count.",
      },
      idleMinutes: {
        type: "number",
        minimum: 0,
        default: 0,
        description: "Minutes without a cell after which a kernel ends. 0: it lives as long as the session.",
      },
    },
  },
  python: {
    type: "object",
    properties: {
      kernelMode: {
        enum: ["session", "per-call"],
        default: "session",
        description: "Whether kernels keep their variables from call to call.",
      },
    },
  },
};

export interface EvalSettings {
  readonly py: boolean;
  readonly js: boolean;
  readonly python?: string;
  readonly timeoutMs: number;
  readonly idleMs: number;
  readonly isPerCall: boolean;
}

/** Reads the settings. `TAU_PY` (or `PI_PY`) overrides which languages may run; other values of it are ignored. */
export function evalSettings(settings: object, env: NodeJS.ProcessEnv = process.env): EvalSettings {
  const given = settings as {
    eval?: { py?: boolean; js?: boolean; python?: string; timeout?: number; idleMinutes?: number };
    python?: { kernelMode?: string };
  };
  const { py = true, js = true, python, timeout = DEFAULT_SECONDS, idleMinutes = 0 } = given.eval ?? {};
  return {
    ...(BY_VARIABLE[(env.TAU_PY ?? env.PI_PY ?? "").toLowerCase()] ?? { py, js }),
    ...(python ? { python } : {}),
    timeoutMs: timeout * 1000,
    idleMs: idleMinutes * 60_000,
    isPerCall: given.python?.kernelMode === "per-call",
  };
}

const JS_ONLY = { py: false, js: true };
const PY_ONLY = { py: true, js: false };
const BOTH = { py: true, js: true };
const BY_VARIABLE: Readonly<Record<string, { readonly py: boolean; readonly js: boolean } | undefined>> = {
  "0": JS_ONLY,
  bash: JS_ONLY,
  "1": PY_ONLY,
  py: PY_ONLY,
  mix: BOTH,
  both: BOTH,
};
