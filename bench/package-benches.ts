import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { repositoryRoot } from "@tau/testkit";

/** A bench inside a package, in `bench/` beside `src/`, that prints its own figures. */
export interface PackageBench {
  /** For example `ai/sse` for `packages/ai/bench/sse.ts`. */
  readonly name: string;
  /** The name that selects every bench of a package. */
  readonly package: string;
  readonly file: string;
}

export function findPackageBenches(root: string = repositoryRoot): PackageBench[] {
  const files = globSync(["packages/*/bench/*.ts", "packages/extensions/*/bench/*.ts"], { cwd: root });
  return files.sort().map((file) => {
    const folder = basename(join(file, "../.."));
    return { name: `${folder}/${basename(file, ".ts")}`, package: folder, file: join(root, file) };
  });
}

/** Runs a bench with access to the terminal. Resolves to the exit code. */
export async function runPackageBench({ name, file }: PackageBench): Promise<number> {
  process.stdout.write(`\n${name}\n`);
  const child = spawn(process.execPath, ["--conditions=@tau/source", "--expose-gc", file], { stdio: "inherit" });
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}
