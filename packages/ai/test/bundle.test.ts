import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build, type Metafile } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { VERSION } from "../src/index.ts";

const source = fileURLToPath(new URL("../src/index.ts", import.meta.url));
let metafile: Metafile;

beforeAll(async () => {
  const result = await build({
    entryPoints: [source],
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    minify: true,
    metafile: true,
    write: false,
    outdir: "out",
  });
  metafile = result.metafile;
});

test("P-AI-48 the package bundles for a browser: no module asks for a Node built-in", () => {
  const imports = Object.values(metafile.inputs).flatMap(({ imports: found }) => found.map(({ path }) => path));
  expect(imports.filter((path) => path.startsWith("node:"))).toEqual([]);
});

test("P-AI-6 what loads at once is small, and holds no protocol and no model", () => {
  const eager = eagerInputs();
  expect(eager.filter((path) => /protocols\/[^/]+\/|catalogue\/data|demo\/tour/.test(path))).toEqual([]);
  expect(eagerBytes()).toBeLessThan(56_000);
});

test("P-AI-6/7 a protocol is loaded by its first request, and no other with it", async () => {
  const program = `
    import { registerHooks } from "node:module";
    const folders = new Set();
    registerHooks({ load(url, context, next) {
      const [, folder] = /\\/src\\/(protocols\\/[^/]+|catalogue\\/data|demo)\\//.exec(url) ?? [];
      if (folder) folders.add(folder);
      return next(url, context);
    } });
    const { getApiProviders, getProviders, streamSimple } = await import(${JSON.stringify(source)});
    const known = [getApiProviders().length > 9, getProviders().length > 30, [...folders].sort()];
    const model = { id: "m", api: "anthropic-messages", provider: "p", baseUrl: "http://127.0.0.1:1", input: [], cost: {} };
    await streamSimple(model, { messages: [] }, { maxRetries: 0 }).result();
    console.log(JSON.stringify([...known, [...folders]]));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
  expect(JSON.parse(stdout)).toEqual([true, true, ["demo"], ["demo", "protocols/anthropic-messages"]]);
});

test("the version is the package's", () => {
  expect(VERSION).toBe(packageJson.version);
});

/** The entry and every chunk it imports statically. */
function eagerOutputs(): Metafile["outputs"][string][] {
  const entry = Object.keys(metafile.outputs).find((path) =>
    metafile.outputs[path]?.entryPoint?.endsWith("src/index.ts"),
  );
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { path: next, kind } of metafile.outputs[path]?.imports ?? []) {
      if (kind === "import-statement") visit(next);
    }
  };
  visit(entry!);
  return [...seen].map((path) => metafile.outputs[path]!);
}

function eagerInputs(): string[] {
  return eagerOutputs().flatMap(({ inputs }) => Object.keys(inputs));
}

function eagerBytes(): number {
  return eagerOutputs().reduce((sum, { bytes }) => sum + bytes, 0);
}
