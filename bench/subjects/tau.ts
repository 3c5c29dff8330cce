import { builtCli, SCRIPTED_MODEL, useScriptedModel } from "@tau/testkit";
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
