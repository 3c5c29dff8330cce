import type { ExtensionManifest } from "@tau/coding-agent";
import { notebook } from "./notebook/tool.ts";
import { SETTINGS } from "./settings.ts";
import { evalTool } from "./tool.ts";

/** `eval`: Python and JavaScript cells in kernels. No kernel is started before the first cell. */
export const manifest: ExtensionManifest = {
  name: "eval",
  description: "Python and JavaScript cells in kernels that keep their state",
  tools: [evalTool, notebook],
  services: ["user-python"],
  inputPrefixes: {
    $: { label: "python", service: "user-python", setting: "eval.py" },
    $$: { label: "python, not for the model", service: "user-python", setting: "eval.py" },
  },
  draws: { tools: ["eval", "notebook"], messages: ["user-python"], entries: ["user-python"] },
  settings: SETTINGS,
  assets: [
    "python/supervisor.py",
    "python/kernel.py",
    "python/display.py",
    "python/magics.py",
    "python/prelude.py",
    "python/streams.py",
    "javascript/runner.ts",
  ],
  load: () => import("./index.ts"),
};
