import type { ProcessOutcome, ProcessPort, ProcessRequest } from "../process/index.ts";
import { findDenial } from "./denial.ts";
import {
  type ConfinedCommand,
  clearPlaceholders,
  confineCommand,
  environmentOfModel,
  type SandboxSources,
} from "./session-sandbox.ts";

export interface SandboxedRun extends Omit<SandboxSources, "onlyReads"> {
  readonly processes: ProcessPort;
  /** Resolves to whether the command was permitted because it only reads. */
  onlyReads(command: string): Promise<boolean>;
  /** Resolves to whether the user or a rule lets this command run with the user's rights. */
  isGranted(command: string): Promise<boolean>;
  /** Asks whether a command that the sandbox stopped may run again without it. */
  askForRights(reason: string, command: string): Promise<boolean>;
}

/** How much of the output is searched for signs of a refusal by the sandbox. */
const TAIL_BYTES = 16_384;

/** Runs a shell command of the model in the sandbox. If the sandbox made it fail, it can run again with the user's rights. */
export async function runSandboxed(request: ProcessRequest, run: SandboxedRun): Promise<ProcessOutcome> {
  const { processes, settings } = run;
  const command = asWritten(request, settings.get("shellCommandPrefix"));
  const unconfined = { ...request, env: environmentOfModel(request.env, settings) };
  const runUnconfined = async () => {
    await clearPlaceholders(run);
    return await processes.run(unconfined);
  };
  if (await run.isGranted(command)) return await runUnconfined();
  const confined = await confineCommand(request, { ...run, onlyReads: await run.onlyReads(command) });
  if (!confined) return await processes.run(unconfined);
  const { outcome, denial, isTemporaryMissing } = await runConfined(request, confined, processes);
  if (isTemporaryMissing)
    say(request, `In the sandbox /tmp is ${confined.env.TMPDIR}. Put files that both tools and commands use there.`);
  if (denial === undefined) return outcome;
  if (await run.askForRights(`Run it without the sandbox? ${denial}`, command)) {
    say(request, "The sandbox stopped it. It runs again without the sandbox, as was permitted:");
    return await runUnconfined();
  }
  say(request, `The command ran in a sandbox. ${denial} It was not run without the sandbox.`);
  return outcome;
}

interface ConfinedOutcome {
  readonly outcome: ProcessOutcome;
  readonly denial: string | undefined;
  /** The command looked for a file in the machine's temp folder, which it cannot see. */
  readonly isTemporaryMissing: boolean;
}

const TEMPORARY_MISSING = /\/tmp\/.*(?:No such file|ENOENT|not found)|(?:No such file|ENOENT).*\/tmp\//;

async function runConfined(
  request: ProcessRequest,
  confined: ConfinedCommand,
  processes: ProcessPort,
): Promise<ConfinedOutcome> {
  const { file, args, cwd, env, direct } = confined;
  const tail = new Tail();
  const onData = (bytes: Buffer) => {
    tail.append(bytes);
    request.onData(bytes);
  };
  try {
    const outcome = await processes.run({ ...request, file, args, direct, cwd, env, onData, isConfined: true });
    const facts = { output: tail.text(), refusedHosts: confined.refusedHosts(), hasNetwork: confined.hasNetwork };
    const denial = outcome.ended === "exit" ? findDenial({ ...facts, exitCode: outcome.exitCode }) : undefined;
    return { outcome, denial, isTemporaryMissing: outcome.exitCode !== 0 && TEMPORARY_MISSING.test(facts.output) };
  } finally {
    for (const path of confined.ended()) say(request, `${path} is protected. It was put back as it was.`);
  }
}

/** Returns the command without the prefix that the settings add to each command. */
function asWritten({ args }: ProcessRequest, prefix: string | undefined): string {
  const whole = args.at(-1) ?? "";
  return prefix && whole.startsWith(`${prefix}\n`) ? whole.slice(prefix.length + 1) : whole;
}

function say({ onData }: ProcessRequest, text: string): void {
  onData(Buffer.from(`\n[${text}]\n`));
}

class Tail {
  private kept: Buffer[] = [];
  private length = 0;

  append(bytes: Buffer): void {
    this.kept.push(bytes);
    this.length += bytes.length;
    while (this.kept.length > 1 && this.length - (this.kept[0]?.length ?? 0) >= TAIL_BYTES)
      this.length -= this.kept.shift()?.length ?? 0;
  }

  text(): string {
    return Buffer.concat(this.kept).toString("utf8").slice(-TAIL_BYTES);
  }
}
