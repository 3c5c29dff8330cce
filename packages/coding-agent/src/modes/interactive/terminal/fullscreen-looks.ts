import type { TuiAltScreenOptions } from "@tau/tui";
import { openUrl } from "../../../core/process/index.ts";
import type { Theme } from "../../../core/themes/index.ts";
import { keyText } from "../keys/key-text.ts";

type Looks = Pick<TuiAltScreenOptions, "searchMatchStyle" | "scrollToEndIndicator" | "openUrl">;

/** Returns how the current theme draws the parts that only fullscreen mode has, and what a click on a link does. */
export function fullscreenLooks(theme: () => Theme): Looks {
  return {
    searchMatchStyle: (text) => theme().style(text, { fg: "searchMatchText", bg: "searchMatchBg" }),
    scrollToEndIndicator: () => {
      const key = keyText("tui.altScreen.bottom");
      return theme().style(` ↓ ${key === "" ? "to the end" : `${key} goes to the end`} `, {
        fg: "text",
        bg: "selectedBg",
      });
    },
    // Only web links: other schemes can start programs, and the model may have written the link.
    openUrl: (url) => {
      if (/^https?:\/\//i.test(url)) void openUrl(url);
    },
  };
}
