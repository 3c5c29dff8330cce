import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import * as compat from "../../src/compat.ts";
import type { PublishedMembers } from "./published-members.ts";
import { OLDER_VALUES, PROTOCOL_VALUES, PUBLISHED_VALUES } from "./published-names.ts";
import type * as publishedTypes from "./published-types.ts";

/** Holds the lists of types and members in the compiler's sight. */
export type Published = [typeof publishedTypes, PublishedMembers];

test("what programs import from the older package by name is there", () => {
  const missing = [...PUBLISHED_VALUES, ...PROTOCOL_VALUES, ...OLDER_VALUES].filter((name) => !(name in compat));
  expect(missing).toEqual([]);
});

const asked = `
  import { builtinModels, findModel, getModel, getModels, getProviders } from "ENTRY";
  const model = getModel("groq", "openai/gpt-oss-120b");
  const collection = builtinModels();
  console.log(JSON.stringify([
    [model.provider, model.api, JSON.stringify(await findModel("groq", model.id)) === JSON.stringify(model)],
    [getModel("nobody", "x") ?? null, getModels("nobody"), getModels("cerebras").length > 0],
    [collection.getProviders().slice(getProviders().length).map(({ id }) => id), collection.getModel("zai", "glm-5.3").provider],
  ]));
`;

test.each(["source", "bundle"])("models are there for programs that do not wait (%s)", async (kind) => {
  const folder = await mkdtemp(join(tmpdir(), "tau-compat-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  if (kind === "bundle") {
    await build({ entryPoints: { compat: source }, outdir: folder, chunkNames: "parts/[name]-[hash]", ...BUNDLE });
  }
  const entry = kind === "bundle" ? join(folder, "compat.mjs") : source;
  const program = asked.replace("ENTRY", pathToFileURL(entry).href);
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
  expect(JSON.parse(stdout)).toEqual([
    ["groq", "openai-completions", true],
    [null, [], true],
    [["typesafe", "radius"], "zai"],
  ]);
});

const source = fileURLToPath(new URL("../../src/compat.ts", import.meta.url));
const BUNDLE = {
  bundle: true,
  splitting: true,
  minify: true,
  format: "esm",
  platform: "node",
  outExtension: { ".js": ".mjs" },
} as const;
