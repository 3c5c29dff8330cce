import type { FileStoreOptions } from "@tau/agent/node";
import type { SettingsStore } from "../../settings/index.ts";

/** Returns the user's settings for storing sessions on disk. */
export function sessionStoreOptions(services: {
  readonly agentDir: string;
  readonly settings: SettingsStore;
}): Required<Pick<FileStoreOptions, "home" | "sync" | "images">> {
  const { agentDir, settings } = services;
  return { home: agentDir, sync: settings.get("sessionSync"), images: settings.get("sessionImages") };
}
