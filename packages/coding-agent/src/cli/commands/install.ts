import { printLine } from "../../core/output/print.ts";
import { maskCredentials, type PackageManager } from "../../core/packages/index.ts";
import { ExitCode } from "../exit-code.ts";
import { onlyWord, readCommandLine } from "./command-line.ts";
import { changePackages, packageOptions } from "./packages.ts";

export async function run(args: readonly string[]): Promise<number> {
  const { options, words } = readCommandLine(packageOptions, args);
  const source = onlyWord(words, "tau install <npm:name | git:url | path> [--local]");
  const local = options.local ?? false;
  const contents = await changePackages(options, async (packages) => {
    await packages.installAndPersist(source, { local });
    return await describeContents(packages, packages.getInstalledPath(source, local ? "project" : "user"));
  });
  printLine(`Installed ${maskCredentials(source)}: ${contents}.`);
  return ExitCode.done;
}

/** Describes what a package adds, so that the user sees it right after the installation, or sees that it adds nothing. */
async function describeContents(packages: PackageManager, root: string | undefined): Promise<string> {
  const resolved = await packages.resolve(async () => "skip");
  const counts = (["extensions", "skills", "prompts", "themes"] as const).flatMap((type) => {
    const count = resolved[type].filter(({ metadata }) => metadata.packageRoot === root).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? type.slice(0, -1) : type}`];
  });
  return counts.join(", ") || "nothing in it that Tau can use";
}
