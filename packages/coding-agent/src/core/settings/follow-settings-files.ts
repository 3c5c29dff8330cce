import { watch } from "node:fs";
import { basename, dirname } from "node:path";
import type { SettingsStore } from "./settings-store.ts";

/** Debounce time: an editor writes a file in several steps, and only the last one counts. */
const SETTLED_MS = 100;

/**
 * Reloads the settings when one of their files changes, until the signal aborts. A missing folder, or a system without
 * watches left, is ignored: `/reload` reads the files too.
 */
export function followSettingsFiles(
  settings: () => SettingsStore,
  { signal, onReload }: { signal: AbortSignal; onReload: (settings: SettingsStore) => void },
): void {
  let timer: NodeJS.Timeout | undefined;
  const reload = async () => {
    const store = settings();
    await store.reload();
    onReload(store);
  };
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void reload(), SETTLED_MS).unref();
  };
  signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  for (const path of settings().files()) followFile(path, signal, changed);
}

function followFile(path: string, signal: AbortSignal, changed: () => void): void {
  const name = basename(path);
  try {
    const watcher = watch(dirname(path), { persistent: false, signal }, (_event, fileName) => {
      if (fileName === null || fileName === name) changed();
    });
    watcher.on("error", () => watcher.close());
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
  }
}
