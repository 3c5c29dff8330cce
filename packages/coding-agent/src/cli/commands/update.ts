import { ExitCode } from "../exit-code.ts";
import { readCommandLine } from "./command-line.ts";
import { openPackages } from "./packages.ts";

export async function run(args: readonly string[]): Promise<number> {
  const { words } = readCommandLine({}, args);
  const packages = await openPackages();
  if (words.length === 0) await packages.update();
  for (const source of words) await packages.update(source);
  const count = words.length || packages.listConfiguredPackages().length;
  process.stdout.write(count === 0 ? "No package is installed.\n" : "Packages are up to date.\n");
  return ExitCode.done;
}
