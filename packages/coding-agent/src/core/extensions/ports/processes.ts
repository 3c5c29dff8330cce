import { delimiter, resolve } from "node:path";
import { captureOutput, localProcesses, type ProcessCommand, type RunningProcess } from "../../process/index.ts";
import { commandsLeftRunning } from "../../process/left-running.ts";
import { attachRecorded } from "../../process/recorded-process.ts";
import type { ExtensionProcesses, ExtensionProcessOptions } from "../contract/processes.ts";
import type { ExtensionApiParts } from "../extension/create-api.ts";
import { hostPackages } from "../loader/host-packages.ts";

type Parts = Pick<ExtensionApiParts, "cwd" | "cacheDir" | "processes" | "generation">;

export function createExtensionProcesses(parts: Parts): ExtensionProcesses {
  const { processes = localProcesses, generation } = parts;
  const request = (
    file: string,
    args: readonly string[],
    { cwd, env, purpose, ...limits }: ExtensionProcessOptions,
  ) => {
    generation.assertActive();
    const command: ProcessCommand = {
      file,
      args,
      cwd: cwd === undefined ? parts.cwd : resolve(parts.cwd, cwd),
      env: { ...extensionEnvironment(parts.cacheDir), ...env },
      purpose: purpose ?? "extension",
    };
    return { ...command, ...limits };
  };
  const untilEnd = <T extends Pick<RunningProcess, "exited" | "kill">>(running: T): T => {
    let hasEnded = false;
    const release = generation.untilEnd(() => void (hasEnded || running.kill()));
    void running.exited.then(() => {
      hasEnded = true;
      release();
    });
    return running;
  };
  return {
    run: async (file, args = [], options = {}) => {
      const ended = new AbortController();
      const release = generation.untilEnd(() => ended.abort());
      const signal = options.signal ? AbortSignal.any([options.signal, ended.signal]) : ended.signal;
      return await captureOutput({ ...request(file, args, options), signal }, processes).finally(release);
    },
    start: async (file, args = [], options = {}) => untilEnd(await processes.start(request(file, args, options))),
    attach: async (record) => {
      generation.assertActive();
      return await attachRecorded(record);
    },
    leftRunning: async () => commandsLeftRunning(),
    startTerminal: async (file, args = [], options = {}) =>
      untilEnd(await processes.startTerminal(request(file, args, options))),
  };
}

/** The programs that Tau brings for extensions come first in the PATH. */
export function extensionEnvironment(cacheDir: string | undefined): NodeJS.ProcessEnv {
  const bin = cacheDir === undefined ? undefined : hostPackages(cacheDir)?.bin;
  return bin === undefined ? process.env : { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) };
}
