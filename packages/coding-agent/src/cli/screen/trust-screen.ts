import { setKeybindings } from "@tau/tui";
import { printWarning } from "../../core/output/print.ts";
import type { Workspace } from "../../core/workspace/workspace.ts";
import { createKeymap, loadKeymap } from "../../modes/interactive/keys/keymap.ts";
import { createEarlyTrustPrompt, type TrustPrompt } from "../../modes/interactive/trust/trust-prompt.ts";
import type { Options } from "../options/options.ts";
import { createThemes } from "./create-themes.ts";
import { createTui, terminalLook } from "./create-tui.ts";

/** Asks on a screen before there is a session. The screen follows the user's own settings. */
export async function createTrustScreen({ settings, agentDir }: Workspace, options: Options): Promise<TrustPrompt> {
  const keymap = createKeymap(loadKeymap(agentDir).bindings);
  setKeybindings(keymap);
  const look = terminalLook(settings, options);
  return createEarlyTrustPrompt({
    // In regular mode the question scrolls away with the earlier output of the terminal, whatever screen follows.
    tui: await createTui(settings, { mode: "regular", look }),
    themes: createThemes(settings, { useTheme: options.useTheme, look }),
    keymap,
    notify: printWarning,
  });
}
