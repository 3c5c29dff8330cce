import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { builtCli, SCRIPTED_MODEL, useScriptedModel } from "@tau/testkit";
import { BenchError } from "../bench-error.ts";
import type { Subject } from "./subject.ts";

export const tau: Subject = {
  name: "tau",
  command: () => [process.execPath, builtCli],
  configure: async (workspace, server) => {
    await useScriptedModel(workspace, server);
    return {};
  },
  printArgs: (prompt) => ["--model", SCRIPTED_MODEL, "-p", prompt],
  resumeArgs: (file, prompt) => ["--model", SCRIPTED_MODEL, "--session", file, "-p", prompt],
  interactiveArgs: ["--model", SCRIPTED_MODEL],
  resumeScreenArgs: (file) => ["--model", SCRIPTED_MODEL, "--session", file],
  ready: /─{40}/,
};

/** Returns the built program of another checkout of this repository, to measure two commits in the same run. */
export function tauOfCheckout(folder: string): Subject {
  const cli = join(resolve(folder), "packages/coding-agent/dist/cli.js");
  if (!existsSync(cli)) throw new BenchError("usage", `There is no built program in "${folder}": run its build first.`);
  return { ...tau, name: `tau:${basename(resolve(folder))}`, command: () => [process.execPath, cli] };
}
