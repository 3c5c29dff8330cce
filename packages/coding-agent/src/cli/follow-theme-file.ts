import { watch } from "node:fs";
import { join } from "node:path";
import { loadTheme } from "../core/resources/index.ts";
import type { ResourceLoader } from "../core/resources/resource-loader.ts";
import type { ThemeJson } from "../core/themes/index.ts";
import type { ThemeChoice } from "../modes/interactive/theme/theme-choice.ts";

export interface FollowedThemes {
  readonly themes: ThemeChoice;
  readonly resources: () => Pick<ResourceLoader, "getThemes">;
  /** As flag or settings have it: a name, or two. */
  readonly setting: string;
  /** The user's own themes. */
  readonly folder: string;
  /** Where a theme is put as its file has it now; it counts before those that were found at the start. */
  readonly fresh: Map<string, ThemeJson>;
  readonly signal: AbortSignal;
}

/** Shows a theme of the user's as its file is written. A file with a mistake changes nothing: the next one will be whole. */
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
    // Nobody has to be told that a file is no longer followed: /reload reads it.
    watcher.on("error", () => watcher.close());
  } catch (error) {
    // Where there is no folder there is no theme to follow, and a system may have no watches left.
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}
