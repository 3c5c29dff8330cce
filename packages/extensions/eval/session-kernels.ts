import type { ExtensionAPI, ExtensionContext } from "@tau/coding-agent";
import { type Backends, NAMES } from "./cells/choose-language.ts";
import type { Language } from "./cells/parse-cells.ts";
import type { CellEvents, CellOutcome, CellRequest } from "./kernel/cell.ts";
import { Kernel } from "./kernel/kernel.ts";
import { type KernelOwner, Kernels } from "./kernel/kernels.ts";
import { kernelLaunch, pythonProblem } from "./kernel/launch.ts";
import type { EvalDetails } from "./run-cells.ts";
import { type EvalSettings, evalSettings } from "./settings.ts";
import { EVAL } from "./tool.ts";

type Place = Pick<ExtensionContext, "cwd" | "child" | "sessionManager" | "isProjectTrusted">;

/** The kernels of a session, with its settings and its permission mode. */
export class SessionKernels {
  readonly pi: ExtensionAPI;
  readonly kernels: Kernels;
  /** Languages whose cells from an earlier run of Tau were already spoken of. */
  private readonly resumed = new Set<string>();

  constructor(pi: ExtensionAPI) {
    this.pi = pi;
    this.kernels = new Kernels(
      (launch, signal) => Kernel.start(pi, launch, signal),
      () => this.settings().idleMs,
    );
  }

  settings(): EvalSettings {
    return evalSettings(this.pi.getSettings());
  }

  /** Returns which languages can run, and why not. Starts nothing. */
  backends(place: Place): Backends {
    const { py, js, python } = this.settings();
    const problem = py ? pythonProblem({ cwd: place.cwd, isTrusted: place.isProjectTrusted(), python }) : OFF.py;
    return {
      py: problem === undefined,
      js,
      reasons: { ...(problem === undefined ? {} : { py: problem }), ...(js ? {} : { js: OFF.js }) },
    };
  }

  /** Runs one cell. Resolves to an outcome also if the kernel could not be started. */
  async run(language: Language, place: Place, request: CellRequest, events: CellEvents): Promise<CellOutcome> {
    const owner = ownerOf(place);
    const { isPerCall, python } = this.settings();
    const isConfined = (await this.pi.permissions.getMode()) !== "yolo";
    const launch = () =>
      kernelLaunch(this.pi, language, {
        cwd: place.cwd,
        isTrusted: place.isProjectTrusted(),
        isConfined,
        sessionFile: place.sessionManager.getSessionFile(),
        python,
      });
    try {
      const { signal } = request;
      return await this.kernels.use({ language, owner, isConfined, signal, launch }, async ({ kernel, lost }) => {
        const missing = isPerCall ? undefined : (lost ?? this.lostWithTau(language, place));
        if (missing !== undefined)
          events.onNotice?.(
            `This is a new ${NAMES[language]} kernel. The one before has ended: ${missing}. What earlier cells defined is lost.`,
          );
        const outcome = await kernel.run(request, events);
        if (isPerCall) await kernel.end("each call has a kernel of its own");
        return outcome;
      });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      return { status: "error", durationMs: 0, failure: { name: "KernelError", message: text, text } };
    }
  }

  async reset(language: Language, place: Place): Promise<boolean> {
    this.resumed.add(`${language} ${ownerOf(place).session}`);
    return await this.kernels.reset(language, ownerOf(place));
  }

  /** Whether cells of the session ran in a kernel of an earlier run of Tau. It is said once. */
  private lostWithTau(language: Language, place: Place): string | undefined {
    const key = `${language} ${ownerOf(place).session}`;
    if (this.resumed.has(key)) return undefined;
    this.resumed.add(key);
    const hasRun = place.sessionManager.getBranch().some((entry) => {
      if (entry.type !== "message" || entry.message.role !== "toolResult") return false;
      const details = entry.message.details as Partial<EvalDetails> | undefined;
      if (entry.message.toolName !== EVAL) return false;
      return details?.cells?.some((cell) => cell.language === language && cell.status !== "pending") === true;
    });
    return hasRun ? "it belonged to an earlier run of Tau, or to extensions before they were reloaded" : undefined;
  }
}

const OFF = {
  py: "Python cells are switched off (eval.py or TAU_PY).",
  js: "JavaScript cells are switched off (eval.js or TAU_PY).",
};

function ownerOf({ cwd, child }: Pick<Place, "cwd" | "child">): KernelOwner {
  return { session: child?.id ?? "", cwd };
}
