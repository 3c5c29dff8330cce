import type { ExtensionManifest, ToolLoadout } from "@tau/coding-agent";
import { prepareLoadout } from "./declarations/prepare-loadout.ts";
import { type CodemodeOptions, codemodeOptions, SETTINGS } from "./settings.ts";
import { codemode } from "./tool.ts";

/** `codemode`: scripts of the model that call tools, in a sandbox. */
export const manifest: ExtensionManifest = manifestWith({});

function manifestWith(options: Partial<CodemodeOptions>): ExtensionManifest {
  return {
    name: "codemode",
    description: "Lets the model write scripts that call tools; only their output reaches it",
    tools: [
      {
        ...codemode,
        prepareLoadout: (loadout: ToolLoadout) =>
          prepareLoadout(loadout, codemodeOptions(loadout.getSettings(), options)),
      },
    ],
    draws: { tools: ["codemode"] },
    settings: SETTINGS,
    services: ["script-sandbox"],
    assets: ["sandbox/worker.ts", "quickjs-wasi/quickjs.wasm"],
    withOptions: (given) => manifestWith(given as Partial<CodemodeOptions>),
    load: () => import("./index.ts"),
  };
}
