import { printLine, printRow } from "../../core/output/print.ts";
import { ExitCode } from "../exit-code.ts";
import { noWord, readCommandLine } from "./command-line.ts";
import { openPackages, trustOptions } from "./packages.ts";

export async function run(args: readonly string[]): Promise<number> {
  const { options, words } = readCommandLine(trustOptions, args);
  noWord(words, "tau list");
  const packages = (await openPackages(options)).listConfiguredPackages();
  for (const { source, scope, filtered, installedPath } of packages) {
    const place = installedPath ?? "not installed: tau update installs it";
    printRow(source, `${scope}${filtered ? ", filtered" : ""}`, place);
  }
  if (packages.length === 0) printLine("No package is installed. tau install npm:<name> installs one.");
  return ExitCode.done;
}
