import { printLine, printNotice } from "../../core/output/print.ts";
import { getAgentDir } from "../../core/paths/index.ts";
import { workspaceRoots } from "../../core/permission/workspace-roots.ts";
import { localProcesses } from "../../core/process/index.ts";
import { findDenial } from "../../core/sandbox/denial.ts";
import { confineCommand, sandboxState } from "../../core/sandbox/session-sandbox.ts";
import type { SettingsStore } from "../../core/settings/index.ts";
import { CliError, usageError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import { commandSettings } from "./command-settings.ts";

const USAGE = "Usage: tau sandbox status, or tau sandbox run -- <command> [argument ...]";

export async function run(args: readonly string[]): Promise<number> {
  const [action = "status", ...rest] = args;
  const settings = await commandSettings({}, process.cwd());
  if (action === "status" && rest.length === 0) return await showStatus(settings);
  const [file, ...words] = rest[0] === "--" ? rest.slice(1) : rest;
  if (action !== "run" || file === undefined) throw usageError(USAGE);
  return await runConfined(file, words, settings);
}

async function showStatus(settings: SettingsStore): Promise<number> {
  const state = await sandboxState({ settings, agentDir: getAgentDir() });
  printLine(`${state.kind}: ${state.text}`);
  if (state.kind === "none") printLine(`${state.fix} Until then, commands of the model ask.`);
  return state.kind === "none" ? ExitCode.configuration : ExitCode.done;
}

/** Runs the command in the sandbox, with Tau's own terminal or pipes. */
async function runConfined(file: string, args: readonly string[], settings: SettingsStore): Promise<number> {
  const cwd = process.cwd();
  const sources = { settings, agentDir: getAgentDir(), roots: workspaceRoots({ settings, cwd }), diesWithParent: true };
  const confined = await confineCommand({ file, args, cwd, env: process.env }, sources);
  if (!confined) {
    const { text } = await sandboxState(sources);
    throw new CliError(`The command was not run: there is no sandbox to run it in. ${text}`, ExitCode.configuration);
  }
  const { exitCode } = await localProcesses.runInForeground({ ...confined, purpose: "model" });
  for (const path of confined.ended()) printNotice(`${path} was replaced by the command. It was put back.`);
  const denial = findDenial({ output: "", exitCode, refusedHosts: confined.refusedHosts(), hasNetwork: true });
  if (denial !== undefined) printNotice(`The sandbox stopped something: ${denial}`);
  return exitCode;
}
