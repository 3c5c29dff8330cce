import { DefaultPackageManager } from "../../core/packages/index.ts";
import { getAgentDir } from "../../core/paths/index.ts";
import { flag } from "../option.ts";
import { trustedSettings } from "../resource-flags.ts";

export const packageOptions = {
  local: flag({ group: "Resources", short: "l", description: "For this folder only" }),
} as const;

/** The packages of this user and folder; what is done to them is told on stderr. */
export async function openPackages(): Promise<DefaultPackageManager> {
  const cwd = process.cwd();
  const settingsManager = await trustedSettings({}, cwd);
  const packages = new DefaultPackageManager({ cwd, agentDir: getAgentDir(), settingsManager });
  packages.setProgressCallback(({ type, message }) => {
    if (type === "progress" && message) process.stderr.write(`${message}\n`);
  });
  return packages;
}
