import { CliError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import { runBatteryCommand } from "./extension-commands.ts";

const BATTERY = "worktree";

/** Runs a session in a git worktree (`--worktree [name]`), and asks at its end what to do with the changes. */
export async function runInWorktree(name: string | true, run: () => Promise<number>): Promise<number> {
  const folders: string[] = [];
  const asked = name === true ? [] : [name];
  const opened = await runBatteryCommand(BATTERY, ["open", ...asked], (text) => void folders.push(text));
  const [folder] = folders;
  if (opened === undefined || folder === undefined)
    throw new CliError(
      `--worktree needs the battery ${BATTERY}, which is off. tau config enable ${BATTERY}`,
      ExitCode.configuration,
    );
  const before = process.cwd();
  process.chdir(folder);
  try {
    return await run();
  } finally {
    process.chdir(before);
    await runBatteryCommand(BATTERY, ["end", folder]);
  }
}
