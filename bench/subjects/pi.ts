import { join } from "node:path";
import { scriptedModels } from "@tau/testkit";
import type { Subject } from "./subject.ts";
import { writeConfig } from "./write-config.ts";

const MODEL = ["--provider", "scripted", "--model", "scripted"];

export const pi: Subject = {
  name: "pi",
  package: "@earendil-works/pi-coding-agent@0.87.1",
  command: (installation) => [process.execPath, join(installation, "node_modules/.bin/pi")],
  configure: async (workspace, server) => {
    const settings = { defaultProvider: "scripted", defaultModel: "scripted", defaultProjectTrust: "always" };
    await writeConfig(workspace.home, ".pi/agent/models.json", scriptedModels(server));
    await writeConfig(workspace.home, ".pi/agent/settings.json", settings);
    return { PI_OFFLINE: "1", PI_TELEMETRY: "0", PI_SKIP_VERSION_CHECK: "1" };
  },
  printArgs: (prompt) => [...MODEL, "-p", prompt],
  resumeArgs: (file, prompt) => [...MODEL, "--session", file, "-p", prompt],
  interactiveArgs: MODEL,
  resumeScreenArgs: (file) => [...MODEL, "--session", file],
  ready: /─{40}/,
};
