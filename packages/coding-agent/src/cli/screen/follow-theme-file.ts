import { watch } from "node:fs";
import { join } from "node:path";
import { loadTheme } from "../../core/resources/index.ts";
import type { ResourceLoader } from "../../core/resources/resource-loader.ts";
import type { ThemeJson } from "../../core/themes/index.ts";
import type { ThemeChoice } from "../../modes/interactive/theme/theme-choice.ts";

export interface FollowedThemes {
  readonly themes: ThemeChoice;
  readonly resources: () => Pick<ResourceLoader, "getThemes">;
  /** The value of the flag or setting: one theme name, or two separated by a slash. */
  readonly setting: string;
  /** Folder of the user's own themes. */
  readonly folder: string;
  /** Receives themes as their files are now. They take precedence over the themes found at the start. */
  readonly fresh: Map<string, ThemeJson>;
  readonly signal: AbortSignal;
}

/** Applies changes to the user's current theme as its file is saved. Ignores a file with a mistake: the user is probably still editing it. */
export function followThemeFile({ themes, resources, folder, fresh, signal }: FollowedThemes): void {
  const read = (fileName: string | null) => {
    const { name } = themes.current;
    if (fileName !== null && fileName !== `${name}.json`) return;
    const used = resources()
      .getThemes()
      .themes.find((theme) => theme.name === name);
    if (used?.filePath !== join(folder, `${name}.json`)) return;
    const [changed] = loadTheme(used.filePath, () => used.sourceInfo).items;
    if (changed?.name !== name) return;
    fresh.set(name, changed.theme);
    themes.refresh();
  };
  try {
    const watcher = watch(folder, { persistent: false, signal }, (_event, fileName) => read(fileName));
    // No message if watching ends: /reload still reads the file.
    watcher.on("error", () => watcher.close());
  } catch (error) {
    // The folder may not exist, or the system may have run out of watches.
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}
