import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";

async function bundle() {
  return await build({
    entryPoints: [fileURLToPath(new URL("../src/index.ts", import.meta.url))],
    bundle: true,
    format: "esm",
    platform: "browser",
    conditions: ["@tau/source"],
    outdir: "out",
    splitting: true,
    write: false,
    metafile: true,
    logLevel: "silent",
  });
}

test("P-PKG-8 the main entry bundles for a browser without a Node built-in", async () => {
  const result = await bundle();
  const imports = Object.values(result.metafile.outputs).flatMap((output) => output.imports);
  expect(imports.filter((each) => each.external)).toEqual([]);
  expect(result.warnings).toEqual([]);
});

test("importing the package loads none of its dependencies: schemas and YAML come when they are needed", async () => {
  const { outputs } = (await bundle()).metafile;
  const eager = new Set<string>();
  const load = (name: string): void => {
    for (const input of Object.keys(outputs[name]?.inputs ?? {})) eager.add(input);
    for (const each of outputs[name]?.imports ?? []) if (each.kind === "import-statement") load(each.path);
  };
  for (const [name, output] of Object.entries(outputs)) if (output.entryPoint?.endsWith("src/index.ts")) load(name);
  expect(eager.size).toBeGreaterThan(50);
  expect(
    [...eager].filter((input) => input.includes("node_modules/typebox") || input.includes("node_modules/yaml")),
  ).toEqual([]);
});
