import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { repositoryRoot } from "@tau/testkit";

/** A bench that lives with its package, in `bench/` beside `src/`, and prints its own figures. */
export interface PackageBench {
  /** `ai/sse` for `packages/ai/bench/sse.ts`. */
  readonly name: string;
  /** Selects every bench of a package. */
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

/** Resolves to the exit code. The bench has the terminal while it runs. */
export async function runPackageBench({ name, file }: PackageBench): Promise<number> {
  process.stdout.write(`\n${name}\n`);
  const child = spawn(process.execPath, ["--conditions=@tau/source", "--expose-gc", file], { stdio: "inherit" });
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}
