import type { ModelScript } from "@tau/testkit";
import { createExtensionHarness, type ExtensionHarness, type ExtensionHarnessOptions } from "@tau/testkit/extensions";
import { manifest } from "../manifest.ts";

/** Opens a session in a folder with these rule files. `notes` are the notifications. */
export async function openProject(
  files: Readonly<Record<string, string>>,
  script: ModelScript,
  options: Partial<ExtensionHarnessOptions> = {},
) {
  const notes: string[] = [];
  const ui = { notify: (text: string) => void notes.push(text) } as unknown as ExtensionHarnessOptions["ui"] & object;
  const harness = await createExtensionHarness({
    extensions: [manifest],
    protocol: "anthropic-messages",
    files,
    script,
    mode: "rpc",
    ui,
    ...options,
  });
  return { harness, notes, [Symbol.asyncDispose]: () => harness[Symbol.asyncDispose]() };
}

export const body = ({ server }: ExtensionHarness, request: number) => JSON.stringify(server.requests[request]?.body);

export const system = ({ server }: ExtensionHarness, request: number) =>
  JSON.stringify(((server.requests[request]?.body ?? {}) as { system?: unknown }).system);

export const results = ({ session }: ExtensionHarness) =>
  session.messages.flatMap((message) =>
    message.role === "toolResult" ? [message.content.map((part) => ("text" in part ? part.text : "")).join("\n")] : [],
  );

export const rule = (fields: Readonly<Record<string, unknown>>, text: string) =>
  `---\n${Object.entries(fields)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
    .join("\n")}\n---\n${text}\n`;
