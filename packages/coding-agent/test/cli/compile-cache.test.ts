import { once } from "node:events";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { runScript, startScript } from "../core/support/run-script.ts";
import { temporaryDirectory } from "../core/support/temporary-directory.ts";

const module = new URL("../../src/cli/compile-cache.ts", import.meta.url).href;
const script = `import { getCompileCacheDir } from "node:module";
  const { useCompileCache } = await import(${JSON.stringify(module)});
  useCompileCache();
  console.log(getCompileCacheDir() ?? "none");`;
const env = { NODE_COMPILE_CACHE: undefined };

test("compiled code is kept in Tau's home, for its owner alone", async () => {
  const home = temporaryDirectory();
  const { stdout, stderr } = await runScript(script, [], { ...env, TAU_HOME: home });
  expect({ stderr, inHome: stdout.startsWith(join(home, "cache/compile/")) }).toEqual({ stderr: "", inHome: true });
  expect(statSync(join(home, "cache")).mode & 0o777).toBe(0o700);
});

test("what a program has compiled is kept though it is killed", async () => {
  const folder = temporaryDirectory();
  writeFileSync(join(folder, "plain.mjs"), "export const compiled = true;");
  const filesKept = async (home: string, keep: string) => {
    mkdirSync(home);
    const source = `${script.replace("{ useCompileCache }", "{ keepCompiledSoon, useCompileCache }")}
      await import(${JSON.stringify(pathToFileURL(join(folder, "plain.mjs")).href)});
      ${keep}
      setTimeout(() => process.stderr.write("done"), 1);
      setInterval(() => undefined, 1000);`;
    const child = startScript(source, [], { ...env, TAU_HOME: home });
    await once(child.stderr ?? child, "data");
    child.kill("SIGKILL");
    await once(child, "exit");
    const entries = readdirSync(join(home, "cache/compile"), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).length;
  };
  expect(await filesKept(join(folder, "without"), "")).toBe(0);
  expect(await filesKept(join(folder, "with"), "keepCompiledSoon(0);")).toBe(1);
});

test("a home that does not exist is not made, and one that cannot hold a cache does not stop the start", async () => {
  const folder = temporaryDirectory();
  const missing = await runScript(script, [], { ...env, TAU_HOME: join(folder, "missing") });
  const home = join(folder, "home");
  mkdirSync(home);
  writeFileSync(join(home, "cache"), "a file in the way");
  const blocked = await runScript(script, [], { ...env, TAU_HOME: home });
  const nothing = { code: 0, stdout: "none\n", stderr: "" };
  expect([missing, blocked]).toEqual([nothing, nothing]);
  expect(readdirSync(folder)).toEqual(["home"]);
});
