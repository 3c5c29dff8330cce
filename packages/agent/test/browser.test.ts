import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";

test("P-PKG-8 the main entry bundles for a browser without a Node built-in", async () => {
  const result = await build({
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
  const imports = Object.values(result.metafile.outputs).flatMap((output) => output.imports);
  expect(imports.filter((each) => each.external)).toEqual([]);
  expect(result.warnings).toEqual([]);
});
