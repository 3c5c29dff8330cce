import { createInterface } from "node:readline";
import { localProcesses } from "../../src/core/process/process-port.ts";
import { runSandboxed } from "../../src/core/sandbox/run-sandboxed.ts";
import { SettingsStore } from "../../src/core/settings/index.ts";

/** Runs commands in a sandbox as Tau does: one JSON line in, lines with output and one with the outcome back. */
const [cwd = "", agentDir = "", without = ""] = process.argv.slice(2);
const settings = SettingsStore.open(cwd, agentDir);

for await (const line of createInterface({ input: process.stdin })) {
  const { command } = JSON.parse(line) as { command: string };
  const request = {
    file: "/bin/bash",
    args: ["-c", command],
    cwd,
    env: process.env,
    purpose: "model" as const,
    timeoutMs: 20_000,
    onData: (bytes: Buffer) => write({ data: bytes.toString("latin1") }),
  };
  try {
    const outcome = without
      ? await localProcesses.run(request)
      : await runSandboxed(request, {
          settings,
          agentDir,
          roots: [cwd],
          processes: localProcesses,
          isGranted: async () => false,
          askForRights: async () => false,
        });
    write({ outcome });
  } catch (error) {
    write({ failure: String(error) });
  }
}

function write(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
