import { delimiter, dirname } from "node:path";
import { createWorkspace, type ModelServer } from "@tau/testkit";
import { BenchError } from "./bench-error.ts";
import type { ProcessMeter } from "./meter/measure-process.ts";
import { endStragglers } from "./meter/process-tree.ts";
import type { Stage } from "./scenarios/scenario.ts";
import { install } from "./subjects/install.ts";
import type { Subject } from "./subjects/subject.ts";

/** Sets up a subject with its own home and working directory, configured for the server. */
export async function setStage(
  subject: Subject,
  server: ModelServer,
  meter: ProcessMeter,
): Promise<Stage & AsyncDisposable> {
  const installation = await install(subject);
  const workspace = await createWorkspace({ files: { "README.md": "# Bench\n" }, git: true });
  // Programs that look for `node` by name get the same Node as everything else.
  const path = [dirname(process.execPath), workspace.env.PATH ?? ""].join(delimiter);
  const env = { ...workspace.env, PATH: path, ...(await subject.configure(workspace, server)) };
  const command = subject.command(installation);
  return {
    subject,
    workspace,
    server,
    command,
    env,
    run: async (script, args, timeoutMs = 120_000, program = command) => {
      server.rescript(script);
      const measured = await meter.measure({ command: [...program, ...args], cwd: workspace.cwd, env, timeoutMs });
      if (measured.exitCode === 0) return measured;
      const message = `${subject.name} ${args.join(" ")} ended with ${measured.exitCode}: ${measured.outputTail.trim()}`;
      throw new BenchError("run-failed", message);
    },
    [Symbol.asyncDispose]: async () => {
      endStragglers(workspace.home);
      await workspace[Symbol.asyncDispose]();
    },
  };
}
