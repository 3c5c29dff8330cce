import type { FileStoreOptions } from "@tau/agent/node";
import type { SettingsStore } from "../../settings/index.ts";

/** How sessions are kept on disk, as the user has set it. */
export function sessionStoreOptions(services: {
  readonly agentDir: string;
  readonly settings: SettingsStore;
}): Required<Pick<FileStoreOptions, "home" | "sync" | "images">> {
  const { agentDir, settings } = services;
  return { home: agentDir, sync: settings.get("sessionSync"), images: settings.get("sessionImages") };
}
