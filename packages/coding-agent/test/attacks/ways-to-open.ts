import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type ProgramExit, runCli, startCliInPty, startProgram } from "@tau/testkit";
import { sourceUrl } from "../core/run-script.ts";
import { leave } from "../e2e/interactive/open-tau.ts";
import type { ScriptedSetup } from "../e2e/scripted-model.ts";
import { RpcProcess } from "../modes/rpc/rpc-process.ts";

export interface WayToOpen {
  /** Whether the model is asked, and its answer is among what comes out. */
  readonly isRun: boolean;
  /** That something is wrong with the user's files is an answer too. */
  readonly mayFind?: true;
  /** Gives what came out of it. Of a screen that is what it shows, and the bytes it was made of. */
  readonly open: (setup: ScriptedSetup) => Promise<Opened>;
}

interface Opened extends Pick<ProgramExit, "exitCode" | "stdout" | "stderr"> {
  readonly bytes?: string;
}

/** Every way to open a folder that has a session. The scripted model says "An answer.". */
export const WAYS_TO_OPEN: Readonly<Record<string, WayToOpen>> = {
  "print mode": run("-p", "hi"),
  "print mode, continued": run("-c", "-p", "again"),
  "json mode": run("--mode", "json", "hi"),
  "rpc mode": { isRun: true, open: openRpc },
  "the screen": { isRun: true, open: openScreen },
  "the SDK": { isRun: true, open: openInProgram },
  "tau doctor": { ...command("doctor"), mayFind: true },
  "tau sessions list": command("sessions", "list"),
  "tau sessions search": command("sessions", "search", "answer"),
  "tau sessions gc": command("sessions", "gc"),
  "tau export": { isRun: false, open: exportPage },
  "tau config": command("config"),
  "tau list": command("list"),
  "tau update --extensions": command("update", "--extensions"),
  "tau --list-models": command("--list-models"),
};

function run(...args: string[]): WayToOpen {
  return { ...command(...args), isRun: true };
}

function command(...args: string[]): WayToOpen {
  return { isRun: false, open: async ({ workspace }) => await runCli({ workspace, args }) };
}

async function exportPage(setup: ScriptedSetup): Promise<Opened> {
  const sessions = join(setup.workspace.tauHome, "sessions");
  const file = readdirSync(sessions, { recursive: true, encoding: "utf8" }).find((name) => name.endsWith(".jsonl"));
  // On a terminal: a pipe gets the path as it is, for programs.
  const args = ["export", join(sessions, file ?? ""), "page.html"];
  await using tau = startCliInPty({ workspace: setup.workspace, args });
  const { exitCode } = await tau.exited;
  await tau.waitForText("page.html");
  return { exitCode, stdout: tau.terminal.text(), stderr: "", bytes: tau.output() };
}

async function openRpc(setup: ScriptedSetup): Promise<Opened> {
  await using rpc = new RpcProcess(setup);
  await rpc.data("prompt", { message: "hi" });
  await rpc.settled();
  await rpc.data("get_commands");
  await rpc.data("get_state");
  rpc.program.endInput();
  return await rpc.program.exited;
}

async function openScreen({ workspace }: ScriptedSetup): Promise<Opened> {
  await using tau = startCliInPty({ workspace, columns: 100, rows: 30, args: ["hi"] });
  await tau.waitForText("Do you trust this folder?");
  tau.press("escape");
  await tau.waitForText("An answer.");
  tau.send("!echo turn-$((1+1))\r");
  await tau.waitForText("turn-2");
  const stdout = tau.terminal.text();
  return { exitCode: await leave(tau), stdout, stderr: "", bytes: tau.output() };
}

/** A program of its own, as the manual has it, that does not trust the folder it is in. */
async function openInProgram({ workspace }: ScriptedSetup): Promise<Opened> {
  const source = `
    import { createAgentSession, getAgentDir, SettingsManager } from ${JSON.stringify(sourceUrl("index.ts"))};
    const settingsManager = SettingsManager.create(process.cwd(), getAgentDir(), { projectTrusted: false });
    const { session, extensionsResult } = await createAgentSession({ settingsManager });
    await session.prompt("hi");
    await session.prompt("again");
    console.log(session.getLastAssistantText(), JSON.stringify([session.messages, extensionsResult.extensions.length]));
    await session.dispose();`;
  const args = ["--conditions=@tau/source", "--no-warnings", "--input-type=module", "--eval", source];
  return await startProgram({ command: process.execPath, args, cwd: workspace.cwd, env: workspace.env }).exited;
}
