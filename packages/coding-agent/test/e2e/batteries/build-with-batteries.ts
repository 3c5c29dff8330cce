import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { repositoryRoot } from "@tau/testkit";
import { buildCli, CLI_DIST } from "../../../../../scripts/build/cli.ts";

export interface BuiltProgram extends Disposable {
  /** The file to run. */
  readonly cli: string;
}

/** Builds the program as it ships, with batteries of a test's own: files by their path below the folder of batteries. */
export async function buildWithBatteries(
  files: Readonly<Record<string, string | Uint8Array>>,
  { withOwn = true }: { readonly withOwn?: boolean } = {},
): Promise<BuiltProgram> {
  const root = mkdtempSync(join(tmpdir(), "tau-built-"));
  const batteries = join(root, "batteries");
  mkdirSync(batteries);
  write(batteries, Object.entries(files));
  const built = await buildCli([...(withOwn ? [join(repositoryRoot, "packages/extensions")] : []), batteries]);
  write(
    join(root, "dist"),
    [...built].map(([path, content]) => [path.slice(CLI_DIST.length + 1), content]),
  );
  writeFileSync(join(root, "package.json"), '{"type":"module"}');
  symlinkSync(join(repositoryRoot, "node_modules"), join(root, "node_modules"));
  return { cli: join(root, "dist/cli.js"), [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}

function write(folder: string, files: Iterable<readonly [string, string | Uint8Array]>): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
