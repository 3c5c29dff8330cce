import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createExtensionHarness, type ExtensionHarnessOptions } from "@tau/testkit/extensions";
import { manifest } from "../manifest.ts";

export interface Outcome {
  readonly text: string;
  readonly isError: boolean;
  readonly details: unknown;
}

type Files = Readonly<Record<string, string | Uint8Array>>;

export interface RunOptions {
  readonly settings?: ExtensionHarnessOptions["settings"];
  /** Called between the calls, with the working directory. */
  readonly between?: (cwd: string, index: number) => void;
}

/** Runs calls in a session of their own, one after the other. Returns the results, and the bytes of the files afterwards. */
export async function runCalls(
  files: Files,
  calls: readonly (readonly [name: string, args: Readonly<Record<string, unknown>>])[],
  { settings, between }: RunOptions = {},
): Promise<{ readonly results: Outcome[]; readonly read: (path: string) => Promise<string> }> {
  await using harness = await createExtensionHarness({
    extensions: [manifest],
    ...(settings ? { settings } : {}),
    script: ({ index }) => {
      between?.(harness.workspace.cwd, index);
      const call = calls[index];
      return call ? { toolCalls: [{ name: call[0], arguments: call[1] }] } : { text: "done" };
    },
  });
  writeFiles(harness.workspace.cwd, files);
  await harness.prompt("go");
  const results = harness.session.messages.flatMap((message) => {
    if (message.role !== "toolResult") return [];
    const text = message.content.map((block) => (block.type === "text" ? block.text : "")).join("");
    return [{ text, isError: message.isError, details: message.details }];
  });
  const texts = new Map<string, string>();
  for (const path of Object.keys(files)) texts.set(path, await harness.workspace.read(path));
  return { results, read: async (path) => texts.get(path) ?? "" };
}

export function writeFiles(cwd: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), content);
  }
}
