import { printLine } from "../../core/output/print.ts";
import { maskCredentials } from "../../core/packages/index.ts";
import { CliError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";
import { onlyWord, readCommandLine } from "./command-line.ts";
import { changePackages, packageOptions } from "./packages.ts";

export async function run(args: readonly string[]): Promise<number> {
  const { options, words } = readCommandLine(packageOptions, args);
  const source = onlyWord(words, "tau remove <source> [--local]");
  const local = options.local ?? false;
  const wasThere = await changePackages(options, (packages) => packages.removeAndPersist(source, { local }));
  if (!wasThere)
    throw new CliError(
      `No package "${maskCredentials(source)}" is installed. tau list shows them.`,
      ExitCode.configuration,
    );
  printLine(`Removed ${maskCredentials(source)}`);
  return ExitCode.done;
}
