import { randomUUID } from "node:crypto";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openUrl } from "../../../src/core/process/index.ts";
import { runScript, sourceUrl } from "../run-script.ts";
import { tempFolder } from "../temp-folder.ts";
import { commandOf, processesWith, until } from "./alive.ts";

async function browser(script: string): Promise<string> {
  const path = join(await tempFolder(), "browser");
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

test.runIf(process.platform === "linux")("a browser that a sign-in has started stays open when we end", async () => {
  const id = randomUUID();
  onTestFinished(() => {
    for (const pid of processesWith(id)) process.kill(pid, "SIGKILL");
  });
  const env = { PATH: process.env.PATH, BROWSER: await browser("exec sleep 300"), ID: id };
  await runScript(`
    import { localProcesses, openUrl } from ${JSON.stringify(sourceUrl("core/process/index.ts"))};
    const env = ${JSON.stringify(env)};
    await localProcesses.run({ file: "true", args: [], cwd: "/", env: process.env, onData: () => undefined });
    void openUrl("http://127.0.0.1/", { env });
    const { processesWith } = await import(${JSON.stringify(new URL("./alive.ts", import.meta.url).href)});
    while (processesWith(env.ID).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  `);
  await until(() => processesWith(id).some((pid) => commandOf(pid)[0] === "sleep"));
  expect(processesWith(id).map(commandOf)).toEqual([["sleep", "300", ""]]);
});

test("whether the desktop took the page is told", async () => {
  const open = async (script: string) =>
    await openUrl("http://127.0.0.1/", { env: { BROWSER: await browser(script) } });
  expect([await open('[ "$1" = http://127.0.0.1/ ]'), await open("exit 3")]).toEqual([true, false]);
  expect(await openUrl("http://127.0.0.1/", { env: { BROWSER: "/no/such/browser" } })).toBe(false);
});
