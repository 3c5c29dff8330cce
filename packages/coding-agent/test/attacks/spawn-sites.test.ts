import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "@tau/testkit";
import { expect, test } from "vitest";

/**
 * Every file that starts a process, and why nothing of a folder that is not trusted can decide what runs. A new one belongs here
 * with its reason.
 */
const SITES: Record<string, string> = {
  "agent/src/node/process-identity.ts": "ps, with fixed arguments",
  "ai/src/auth/aws/credential-process.ts": "what the user's own AWS configuration names",
  "coding-agent/src/cli/folder/client-operations.ts":
    "what the model asks for, at the session's client or through the port",
  "coding-agent/src/cli/commands/sandbox.ts": "what the user asks for, confined",
  "coding-agent/src/cli/commands/update-clone.ts": "git in the clone that Tau itself runs from",
  "coding-agent/src/cli/commands/update.ts": "what the user's own settings name",
  "coding-agent/src/cli/doctor/programs.ts": "--version of programs, in the root folder",
  "coding-agent/src/core/auth/config-value.ts": "!command of the user's own models.json",
  "coding-agent/src/core/extensions/exec.ts": "what a loaded extension asks for",
  "coding-agent/src/core/extensions/ports/processes.ts": "what a loaded extension asks for",
  "coding-agent/src/core/packages/run-command.ts": "npm and git on packages, without their configuration",
  "coding-agent/src/core/process/capture-output.ts": "the port itself",
  "coding-agent/src/core/process/ending/kill-tree-on-windows.ts": "taskkill, with fixed arguments",
  "coding-agent/src/core/process/open-url.ts": "the browser, in the root folder",
  "coding-agent/src/core/process/output-pipe.ts": "mkfifo, in a folder of our own",
  "coding-agent/src/core/process/ending/process-table.ts": "ps, with fixed arguments",
  "coding-agent/src/core/process/confine-processes.ts": "the port itself",
  "coding-agent/src/core/process/run-in-foreground.ts": "the port itself",
  "coding-agent/src/core/process/recorded-process.ts": "/bin/sh, between Tau and the command that it was given",
  "coding-agent/src/core/process/run-process.ts": "the port itself",
  "coding-agent/src/core/process/start-process.ts": "the port itself",
  "coding-agent/src/core/process/start-terminal.ts": "the port itself",
  "coding-agent/src/core/process/ending/watchdog.ts": "a script of our own",
  "coding-agent/src/core/sandbox/detect.ts": "bubblewrap of the system, on a command of our own",
  "coding-agent/src/core/sandbox/network/sandbox-network.ts": "bubblewrap of the system, on a program of our own",
  "coding-agent/src/core/sandbox/run-sandboxed.ts": "a command of the model, confined",
  "coding-agent/src/core/session/log/move-to-trash.ts": "trash, with one path",
  "coding-agent/src/core/snapshots/git.ts":
    "git in a store of Tau's own: no hooks, no filters, no configuration of the folder",
  "coding-agent/src/core/tools/bash/operations.ts": "what the model or the user asks for",
  "coding-agent/src/core/tools/ripgrep.ts": "ripgrep without a configuration",
  "coding-agent/src/modes/interactive/editing/clipboard-paste.ts": "the clipboard's command, when the user pastes",
  "coding-agent/src/modes/interactive/editing/copy-text.ts": "the clipboard's command, when the user copies",
  "coding-agent/src/modes/interactive/editing/external-editor.ts": "the user's own editor, when they ask for it",
  "coding-agent/src/modes/interactive/status/git-status.ts": "git with a directory of our own",
  "coding-agent/src/modes/rpc/client/agent-process.ts": "Tau, for a program that asks for it",
  "tui/src/autocomplete/list-files.ts": "fd, which a program chose",
  "tui/src/components/editor/edit-externally.ts": "the user's own editor, when they ask for it",
};

test("every place that starts a process is known, with the reason why a folder cannot decide what runs", async () => {
  const found: string[] = [];
  const packages = join(repositoryRoot, "packages");
  for await (const file of glob("{agent,ai,tui,coding-agent}/src/**/*.ts", { cwd: packages })) {
    const text = readFileSync(join(packages, file), "utf8");
    const code = text.replace(/^import type .*$/gm, "");
    if (startsProcesses(code)) found.push(file);
  }
  expect(found.sort()).toEqual(Object.keys(SITES).sort());
});

/** Libraries that run without the product, what the port itself needs, and a program of its own that the port starts in the sandbox. */
const BESIDE_THE_PORT = /^(?:(?:agent|ai|tui)\/src\/|coding-agent\/src\/core\/process\/|extensions\/debug\/relay\.ts$)/;

test("every child of Tau is started by the one port of processes", async () => {
  const packages = join(repositoryRoot, "packages");
  const found: string[] = [];
  for await (const file of glob("{agent,ai,tui,coding-agent,extensions/*}/{src/,}**/*.ts", { cwd: packages })) {
    if (/\/(?:test|test-real|bench|node_modules|dist)\//.test(file) || BESIDE_THE_PORT.test(file)) continue;
    if (/["'](?:node:)?child_process["']|@lydell\/node-pty/.test(readFileSync(join(packages, file), "utf8")))
      found.push(file);
  }
  expect(found).toEqual([]);
});

function startsProcesses(code: string): boolean {
  const isImported = /["']node:child_process["']|@lydell\/node-pty/.test(code);
  const isCalled = /\b(?:processes|port|localProcesses)\s*\.(?:run|start|startTerminal|runInForeground)\(/.test(code);
  return isImported || isCalled || /\bcaptureOutput\(/.test(code);
}
