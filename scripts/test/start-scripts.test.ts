import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startScript } from "../build/start-scripts.ts";

const RUN_SCRIPT = `
import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";
export const runScript = (name, meta, load, modules) =>
  runInThisContext(readFileSync(new URL(name, meta.url), "utf8"))(meta, load, modules);`;

const CODE = [
  'function twice(n){return double(n)}import{double,name as named}from"./other.js";import"./other.js";',
  'const own=()=>process.getBuiltinModule("node:module").createRequire(import.meta.url)("./other.js").double(4);',
  'const later=async()=>[(await import("./other.js")).name,typeof(await import("node:fs")).statSync];',
  "class Shown{kind=named}export{twice,own,later as afterwards,Shown};",
].join("");

test("a module that became a script exports what it exported, and shares the modules that it imports", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tau-start-scripts-"));
  try {
    const files = new Map([
      ...startScript(join(folder, "start-1.js"), CODE),
      [join(folder, "run-script.js"), RUN_SCRIPT],
      [join(folder, "other.js"), 'export const double = (n) => 2 * n; export const name = "other";'],
      [join(folder, "package.json"), '{"type":"module"}'],
    ]);
    for (const [path, text] of files) await writeFile(path, text);
    const program = `
      const { twice, own, afterwards, Shown, ...rest } = await import(${JSON.stringify(join(folder, "start-1.js"))});
      console.log(JSON.stringify([twice(2), own(), await afterwards(), new Shown(), Object.keys(rest)]));`;
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);
    expect(JSON.parse(stdout)).toEqual([4, 8, ["other", "function"], { kind: "other" }, []]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("scripts with different texts of the same length have different names", () => {
  const [names, others] = ["1", "2"].map((value) =>
    startScript("start-1.js", `const a=${value};export{a};`).map(([path]) => path),
  );
  expect(names?.[0]).toBe(others?.[0]);
  expect(names?.[1]).not.toBe(others?.[1]);
});

test("what a script cannot have stops the build", () => {
  const refused = [
    "const a=await 1;export{a};",
    "const a=(name)=>import(name);export{a};",
    "const a=import.meta.dirname;export{a};",
    'export*from"./other.js";',
  ];
  for (const code of refused) expect(() => startScript("start-1.js", code), code).toThrow();
});
