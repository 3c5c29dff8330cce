import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelReply } from "@tau/testkit";
import { createExtensionHarness, type ExtensionHarnessOptions } from "@tau/testkit/extensions";
import { manifest } from "../manifest.ts";

type Groups = Readonly<Record<string, readonly object[]>>;

/** Settings with hooks: each entry is a matcher and a shell command, or a whole hook. */
export function hookSettings(hooks: Readonly<Record<string, readonly (readonly [string, string | object])[]>>): string {
  const groups: Groups = Object.fromEntries(
    Object.entries(hooks).map(([event, entries]) => [
      event,
      entries.map(([matcher, hook]) => ({
        matcher,
        hooks: [typeof hook === "string" ? { type: "command", command: hook } : hook],
      })),
    ]),
  );
  return JSON.stringify({ hooks: groups });
}

export const call = (name: string, args: object): ModelReply => ({
  toolCalls: [{ name, arguments: args as never }],
});

/** Opens a session in a project whose settings have these hooks. */
export async function openProject(
  hooks: Parameters<typeof hookSettings>[0],
  script: ModelReply[],
  options: Partial<ExtensionHarnessOptions> = {},
) {
  const harness = await createExtensionHarness({
    extensions: [manifest],
    script,
    ...options,
    files: { ".claude/settings.json": hookSettings(hooks), ...options.files },
  });
  const read = (name: string) => readFileSync(join(harness.workspace.cwd, name), "utf8");
  const results = () =>
    harness.session.messages.flatMap((message) =>
      message.role === "toolResult"
        ? [message.content.map((block) => ("text" in block ? block.text : "")).join("|")]
        : [],
    );
  /** The inputs that hooks have appended to a file. */
  const inputs = (name: string): Record<string, unknown>[] =>
    read(name)
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));
  return { harness, read, results, inputs };
}
