import { printNotice } from "../../core/output/print.ts";
import { PackageManager } from "../../core/packages/index.ts";
import { getAgentDir } from "../../core/paths/index.ts";
import { interruptible } from "../interruptible.ts";
import { flag } from "../options/option.ts";
import type { Options } from "../options/options.ts";
import { commandSettings } from "./command-settings.ts";

export const trustOptions = {
  approve: flag({ group: "Process", short: "a", description: "Trust this folder's own settings for this run" }),
  noApprove: flag({ group: "Process", short: "na", description: "Ignore this folder's own settings" }),
} as const;

export const packageOptions = {
  local: flag({ group: "Resources", short: "l", description: "For this folder only" }),
  ...trustOptions,
} as const;

/** Changes the packages of this user and folder, which may take a while: progress is printed on stderr, and a signal stops it cleanly. */
export function changePackages<T>(
  options: Pick<Options, "approve" | "noApprove">,
  change: (packages: PackageManager) => Promise<T>,
): Promise<T> {
  return interruptible(async (signal) => await change(await openPackages(options, signal)));
}

export async function openPackages(
  options: Pick<Options, "approve" | "noApprove">,
  signal?: AbortSignal,
): Promise<PackageManager> {
  const cwd = process.cwd();
  const settings = await commandSettings(options, cwd);
  const packages = new PackageManager({
    cwd,
    agentDir: getAgentDir(),
    settings,
    ...(signal && { signal }),
  });
  packages.setProgressCallback(({ type, message }) => {
    if (type === "progress" && message) printNotice(message);
  });
  return packages;
}
