import { existsSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import { commandsLeftRunning } from "../../process/ending/left-running.ts";
import {
  captureOutput,
  localProcesses,
  openUrl,
  type ProcessCommand,
  type RunningProcess,
} from "../../process/index.ts";
import { attachRecorded } from "../../process/recorded-process.ts";
import type { SandboxSources } from "../../sandbox/session-sandbox.ts";
import type { ExtensionProcesses, ExtensionProcessOptions, SandboxNeeds } from "../contract/processes.ts";
import type { ExtensionApiParts } from "../extension/create-api.ts";
import { ExtensionHostError } from "../extension-host-error.ts";
import { hostPackages } from "../loader/host-packages.ts";

type Parts = Pick<ExtensionApiParts, "cwd" | "cacheDir" | "processes" | "generation" | "settings" | "agentDir">;

export function createExtensionProcesses(parts: Parts): ExtensionProcesses {
  const { processes = localProcesses, generation } = parts;
  const request = async <T extends ExtensionProcessOptions>(
    file: string,
    args: readonly string[],
    { cwd, env, purpose, sandbox, ...limits }: T,
    keepsTerminal = false,
  ) => {
    generation.assertActive();
    const command: ProcessCommand = {
      file,
      args,
      cwd: cwd === undefined ? parts.cwd : resolve(parts.cwd, cwd),
      env: { ...extensionEnvironment(parts.cacheDir), ...env },
      purpose: purpose ?? "extension",
    };
    const { ended, ...started } = sandbox
      ? await sandboxed(command, env, { ...parts, ...placeOf(sandbox) }, { ...needsOf(sandbox), keepsTerminal })
      : { ...(await withoutKeys(command, env, parts)), ended: nothing };
    return { started: { ...started, ...limits }, ended };
  };
  const untilEnd = <T extends Pick<RunningProcess, "exited" | "kill">>(running: T, ended: Ended): T => {
    let hasEnded = false;
    const release = generation.untilEnd(() => void (hasEnded || running.kill()));
    void running.exited.then(() => {
      hasEnded = true;
      release();
      ended();
    });
    return running;
  };
  return {
    run: async (file, args = [], options = {}) => {
      const { started, ended: restore } = await request(file, args, options);
      const ended = new AbortController();
      const release = generation.untilEnd(() => ended.abort());
      const signal = options.signal ? AbortSignal.any([options.signal, ended.signal]) : ended.signal;
      try {
        return await captureOutput({ ...started, signal }, processes);
      } catch (error) {
        throw explained(error, started.cwd);
      } finally {
        release();
        restore();
      }
    },
    start: async (file, args = [], options = {}) => {
      const { started, ended } = await request(file, args, options);
      try {
        return untilEnd(await processes.start(started), ended);
      } catch (error) {
        throw explained(error, started.cwd);
      }
    },
    startTerminal: async (file, args = [], options = {}) => {
      const { started, ended } = await request(file, args, options, true);
      return untilEnd(await processes.startTerminal(started), ended);
    },
    openUrl: async (url) => await openUrl(url),
    attach: async (record) => {
      generation.assertActive();
      return await attachRecorded(record);
    },
    leftRunning: async () => commandsLeftRunning(),
    hasSandbox: async () => {
      const { settings, agentDir } = parts;
      if (!settings || agentDir === undefined) return false;
      const { sandboxState } = await import("../../sandbox/session-sandbox.ts");
      return (await sandboxState({ settings, agentDir })).kind !== "none";
    },
  };
}

/** Says what is missing where a process could not be started: the system reports a missing program and a missing folder alike. */
function explained(error: unknown, cwd: string): unknown {
  const { code, syscall = "", path } = (error ?? {}) as NodeJS.ErrnoException;
  if (code !== "ENOENT" || !syscall.startsWith("spawn")) return error;
  const text = existsSync(cwd)
    ? `The program ${path} was not found. Install it, or add its folder to PATH.`
    : `The folder ${cwd} does not exist any more.`;
  return Object.assign(new Error(text, { cause: error }), { code });
}

function placeOf(sandbox: true | SandboxNeeds): Partial<Pick<Parts, "cwd">> {
  return sandbox === true || sandbox.folder === undefined ? {} : { cwd: sandbox.folder };
}

function needsOf(sandbox: true | SandboxNeeds): Pick<SandboxSources, "allowsTracing"> {
  return { allowsTracing: sandbox !== true && sandbox.tracing === true };
}

type Ended = () => unknown;
const nothing: Ended = () => undefined;

/** Wraps a command in the session's sandbox. Variables that the caller passes explicitly reach the command regardless of their names. */
async function sandboxed(
  command: ProcessCommand,
  named: ExtensionProcessOptions["env"],
  { settings, agentDir, cwd }: Parts,
  needs: Pick<SandboxSources, "allowsTracing" | "keepsTerminal">,
): Promise<ProcessCommand & { readonly ended: Ended }> {
  if (!settings || agentDir === undefined) throw new ExtensionHostError("not-available", "There is no sandbox here.");
  const [{ confineCommand, sandboxState }, { workspaceRoots }] = await Promise.all([
    import("../../sandbox/session-sandbox.ts"),
    import("../../permission/workspace-roots.ts"),
  ]);
  const sources = { settings, agentDir, roots: workspaceRoots({ settings, cwd }), diesWithParent: true, ...needs };
  const confined = await confineCommand(command, sources);
  const state = await sandboxState(sources);
  if (!confined && state.kind === "none")
    throw new ExtensionHostError("not-available", `${command.file} was not started: ${state.text} ${state.fix}`);
  if (!confined) return { ...command, ended: nothing };
  const { file, args, env, ended } = confined;
  return { ...command, file, args, env: { ...env, ...named }, ended };
}

/** Takes the user's keys out of the environment of a command that the model wrote, unless the caller passes them explicitly. */
async function withoutKeys(
  command: ProcessCommand,
  named: ExtensionProcessOptions["env"],
  { settings }: Parts,
): Promise<ProcessCommand> {
  if (command.purpose !== "model" || !settings) return command;
  const { environmentOfModel } = await import("../../sandbox/session-sandbox.ts");
  return { ...command, env: { ...environmentOfModel(command.env, settings), ...named } };
}

/** Returns the environment with the programs that Tau provides for extensions first in the PATH. */
export function extensionEnvironment(cacheDir: string | undefined): NodeJS.ProcessEnv {
  const bin = cacheDir === undefined ? undefined : hostPackages(cacheDir)?.bin;
  return bin === undefined ? process.env : { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) };
}
