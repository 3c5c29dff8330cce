import { DefaultPackageManager } from "../../core/packages/index.ts";
import { getAgentDir } from "../../core/paths/index.ts";
import { flag } from "../option.ts";
import type { Options } from "../options.ts";
import { trustedSettings } from "../resource-flags.ts";

export const trustOptions = {
  approve: flag({ group: "Process", short: "a", description: "Trust this folder's own settings for this run" }),
  noApprove: flag({ group: "Process", short: "na", description: "Ignore this folder's own settings" }),
} as const;

export const packageOptions = {
  local: flag({ group: "Resources", short: "l", description: "For this folder only" }),
  ...trustOptions,
} as const;

/** The packages of this user and folder; what is done to them is told on stderr. */
export async function openPackages(
  options: Pick<Options, "approve" | "noApprove"> = {},
): Promise<DefaultPackageManager> {
  const cwd = process.cwd();
  const settingsManager = await trustedSettings(options, cwd);
  const packages = new DefaultPackageManager({ cwd, agentDir: getAgentDir(), settingsManager });
  packages.setProgressCallback(({ type, message }) => {
    if (type === "progress" && message) process.stderr.write(`${message}\n`);
  });
  return packages;
}
