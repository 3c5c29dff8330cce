import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runScript } from "../core/support/run-script.ts";
import { temporaryDirectory } from "../core/support/temporary-directory.ts";

const source = new URL("../../src/cli/run-script.ts", import.meta.url).href;

/** A script whose functions tell which text of it they were compiled from. V8 takes another text of the same length for the same. */
function words(word: string): string {
  const more = `more: () => { let sum = 0; ${"sum += meta.length; ".repeat(40)} return "more ${word}"; }`;
  return `(function (meta, load, modules) { return { say: () => "${word} " + modules[0].name, ${more} }; })`;
}

class Home {
  readonly folder = temporaryDirectory();
  readonly cache = join(this.folder, "cache");

  write(word: string): void {
    writeFileSync(join(this.folder, "words.script"), words(word));
  }

  /** Resolves to what a program prints that calls these functions of the script. */
  async run(calls: string, { cache = this.cache, settledMs = 60_000 } = {}): Promise<string> {
    const { stdout, stderr, code } = await runScript(
      `import { enableCompileCache } from "node:module";
      if (${JSON.stringify(cache)}) enableCompileCache(${JSON.stringify(cache)});
      const { runScript } = await import(${JSON.stringify(source)});
      const meta = { dirname: ${JSON.stringify(this.folder)} };
      const script = runScript("words.script", meta, undefined, [{ name: "Ada" }], ${settledMs});
      console.log(${calls});
      await new Promise((resolve) => setTimeout(resolve, 1));`,
      [],
      { NODE_COMPILE_CACHE: undefined, NODE_DISABLE_COMPILE_CACHE: undefined },
    );
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    return stdout.trim();
  }

  kept(): string[] {
    const entries = readdirSync(this.folder, { recursive: true, withFileTypes: true });
    return entries.flatMap(({ name }) => (name.startsWith("words") ? [name] : []));
  }

  get keptFile(): string {
    const [versions = ""] = readdirSync(this.cache);
    return join(this.cache, versions, "words.script");
  }
}

test("the functions that a run has called are compiled once", async () => {
  const home = new Home();
  home.write("one");
  expect(await home.run("script.say()")).toBe("one Ada");
  home.write("two");
  expect(await home.run("script.say(), script.more()")).toBe("one Ada more two");
  expect(home.kept()).toEqual(["words.script", "words.script"]);
});

test("what a longer run has compiled besides is kept too", async () => {
  const home = new Home();
  home.write("one");
  await home.run("script.say()");
  await home.run("script.say(), script.more()", { settledMs: 0 });
  home.write("two");
  expect(await home.run("script.say(), script.more()")).toBe("one Ada more one");
});

test("a kept file that is incomplete, foreign or of another text is not used and is replaced", async () => {
  const home = new Home();
  const spoilers = [
    () => truncateSync(home.keptFile, readFileSync(home.keptFile).length - 1),
    () => truncateSync(home.keptFile, 0),
    () => writeFileSync(home.keptFile, "something else complete"),
  ];
  for (const spoil of spoilers) {
    home.write("one");
    await home.run("script.say()");
    spoil();
    home.write("two");
    expect(await home.run("script.say()")).toBe("two Ada");
    home.write("six");
    expect(await home.run("script.say()")).toBe("two Ada");
    truncateSync(home.keptFile, 0);
  }
  home.write("three");
  expect(await home.run("script.say()")).toBe("three Ada");
});

test("a script runs without a cache, and with one that cannot be written", async () => {
  const home = new Home();
  home.write("one");
  expect(await home.run("script.say()", { cache: "" })).toBe("one Ada");
  expect(home.kept()).toEqual(["words.script"]);
  await home.run("1");
  rmSync(home.keptFile);
  mkdirSync(join(home.keptFile, "a folder in its place"), { recursive: true });
  expect(await home.run("script.say()")).toBe("one Ada");
});
