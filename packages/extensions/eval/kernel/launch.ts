import { delimiter } from "node:path";
import type { ExtensionAPI } from "@tau/coding-agent";
import { NAMES } from "../cells/choose-language.ts";
import type { Language } from "../cells/parse-cells.ts";
import { kernelEnvironment } from "./environment.ts";
import { findPython } from "./find-python.ts";
import type { KernelLaunch } from "./kernel.ts";

export interface LaunchSources {
  readonly cwd: string;
  readonly isTrusted: boolean;
  readonly isConfined: boolean;
  readonly sessionFile?: string | undefined;
  /** The setting `eval.python`. */
  readonly python?: string | undefined;
}

const SUPERVISOR = "python/supervisor.py";
const RUNNER = "javascript/runner.ts";
const NODE_FLAGS = ["--experimental-import-meta-resolve", "--disable-warning=ExperimentalWarning"];

/** Returns why Python cannot run, or `undefined` if it can. Starts nothing. */
export function pythonProblem(sources: Pick<LaunchSources, "cwd" | "isTrusted" | "python">): string | undefined {
  if (findPython({ ...sources, env: process.env, chosen: sources.python })) return undefined;
  return sources.python
    ? `There is no program ${sources.python} (setting eval.python).`
    : "There is no python3 on this machine. Install Python 3.8 or newer, or set eval.python.";
}

/** Resolves to how a kernel is started. JavaScript runs in a process of its own, because a sandbox confines processes, not threads. */
export async function kernelLaunch(
  pi: Pick<ExtensionAPI, "assets">,
  language: Language,
  sources: LaunchSources,
): Promise<KernelLaunch> {
  const { cwd, isConfined, sessionFile } = sources;
  const session = { TAU_SESSION_FILE: sessionFile, PI_SESSION_FILE: sessionFile };
  const common = { name: NAMES[language], cwd, isConfined };
  if (language === "js")
    return {
      ...common,
      file: process.execPath,
      args: [...NODE_FLAGS, await pi.assets.locate(RUNNER)],
      env: kernelEnvironment(process.env, { ...session, NODE_OPTIONS: undefined }),
    };
  const found = findPython({ ...sources, env: process.env, chosen: sources.python });
  if (!found) throw new Error(pythonProblem(sources));
  const { program, bin, home } = found;
  const path = bin === undefined ? {} : { PATH: [bin, process.env.PATH].join(delimiter), VIRTUAL_ENV: home };
  return {
    ...common,
    file: program,
    args: [await pi.assets.locate(SUPERVISOR)],
    env: kernelEnvironment(process.env, { ...session, ...path, PYTHONDONTWRITEBYTECODE: "1" }),
  };
}
