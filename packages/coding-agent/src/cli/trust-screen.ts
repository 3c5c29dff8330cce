import { setKeybindings } from "@tau/tui";
import { printWarning } from "../core/output/print.ts";
import type { Workspace } from "../core/workspace/workspace.ts";
import { createKeymap, loadKeymap } from "../modes/interactive/keys/keymap.ts";
import { createEarlyTrustPrompt, type TrustPrompt } from "../modes/interactive/trust/trust-prompt.ts";
import { createThemes } from "./create-themes.ts";
import { createTui, terminalLook } from "./create-tui.ts";
import type { Options } from "./options.ts";

/** Asks before anything of the session is there, with what the user's own settings say of the screen. */
export async function createTrustScreen({ settings, agentDir }: Workspace, options: Options): Promise<TrustPrompt> {
  const keymap = createKeymap(loadKeymap(agentDir).bindings);
  setKeybindings(keymap);
  const look = terminalLook(settings, options);
  return createEarlyTrustPrompt({
    // The question scrolls away with what was on the terminal before, whatever screen follows.
    tui: await createTui(settings, { mode: "regular", look }),
    themes: createThemes(settings, { useTheme: options.useTheme, look }),
    keymap,
    notify: printWarning,
  });
}
