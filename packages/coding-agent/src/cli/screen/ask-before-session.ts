import type { ChooseContext } from "../../modes/interactive/overlays/choose.ts";
import type { SessionPlace } from "../sessions/session-place.ts";

/** Asks a question before there is a session, on a screen opened for it. */
export async function askBeforeSession<T>(
  { services: { settings }, options }: SessionPlace,
  question: (context: ChooseContext) => Promise<T>,
): Promise<T> {
  const [{ createTui, terminalLook }, { createThemes }] = await Promise.all([
    import("./create-tui.ts"),
    import("./create-themes.ts"),
  ]);
  const look = terminalLook(settings, options);
  const tui = await createTui(settings, { mode: "regular", look });
  const themes = createThemes(settings, { useTheme: options.useTheme, look });
  tui.start();
  try {
    return await question({ screen: { tui }, themes });
  } finally {
    tui.stop();
  }
}
