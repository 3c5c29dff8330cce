import { setKeybindings } from "@tau/tui";
import type { SessionServices } from "../core/session/session-services.ts";
import { createKeymap, loadKeymap } from "../modes/interactive/keys/keymap.ts";
import { ThemeChoice } from "../modes/interactive/theme/theme-choice.ts";
import { createEarlyTrustPrompt, type TrustPrompt } from "../modes/interactive/trust/trust-prompt.ts";
import { detectColorDepth } from "./color-depth.ts";
import { createTui } from "./create-tui.ts";
import type { Options } from "./options.ts";

/** Asks before anything of the session is there, with what the user's own settings say of the screen. */
export function createTrustScreen({ settings, agentDir }: SessionServices, { useTheme }: Options): TrustPrompt {
  const keymap = createKeymap(loadKeymap(agentDir).bindings);
  setKeybindings(keymap);
  const themes = new ThemeChoice({
    setting: useTheme ?? settings.getThemeSetting() ?? "light/dark",
    depth: detectColorDepth(process.env, settings.getTerminalCapabilityOverrides()),
    others: () => [],
  });
  return createEarlyTrustPrompt({
    // The question scrolls away with what was on the terminal before, whatever screen follows.
    tui: createTui(settings, "regular"),
    themes,
    keymap,
    notify: (message) => void process.stderr.write(`tau: ${message}\n`),
  });
}
