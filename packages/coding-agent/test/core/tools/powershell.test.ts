import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createPowerShellTool } from "../../../src/core/tools/index.ts";
import { tempFolder } from "../temp-folder.ts";
import { call, textOf } from "./run-tool.ts";

test("the newest PowerShell on the PATH gets the command as it stands", async () => {
  const folder = await tempFolder();
  for (const name of ["pwsh", "powershell"]) {
    await writeFile(join(folder, name), `#!/bin/sh\nprintf '${name}: %s\\n' "$@"\n`);
    await chmod(join(folder, name), 0o755);
  }
  usePath(folder);
  const text = textOf(await call(createPowerShellTool("/"), { command: "Get-Date | Write-Host" }));
  expect(text.split("\n")).toEqual([
    "pwsh: -NoProfile",
    "pwsh: -NonInteractive",
    "pwsh: -ExecutionPolicy",
    "pwsh: Bypass",
    "pwsh: -Command",
    "pwsh: Get-Date | Write-Host",
    "",
  ]);
});

test("where there is none, the error says so", async () => {
  usePath(await tempFolder());
  await expect(call(createPowerShellTool("/"), { command: "x" })).rejects.toThrow("PowerShell is not installed");
});

function usePath(folder: string): void {
  const before = process.env.PATH;
  process.env.PATH = `${folder}:/usr/bin:/bin`;
  onTestFinished(() => {
    process.env.PATH = before;
  });
}
