import { ExitCode } from "../exit-code.ts";
import { onlyWord, readCommandLine } from "./command-line.ts";
import { openPackages, packageOptions } from "./packages.ts";

export async function run(args: readonly string[]): Promise<number> {
  const { options, words } = readCommandLine(packageOptions, args);
  const source = onlyWord(words, "tau install <npm:name | git:url | path> [--local]");
  await (await openPackages(options)).installAndPersist(source, { local: options.local ?? false });
  process.stdout.write(`Installed ${source}\n`);
  return ExitCode.done;
}
