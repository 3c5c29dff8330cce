import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type FauxResponseStep, fauxAssistantMessage, fauxToolCall } from "@tau/ai";
import { type ExtensionManifest, lazyExtension } from "../../src/core/extensions/index.ts";
import type { Settings } from "../../src/core/settings/index.ts";
import { type SessionWithExtensions, sessionWith } from "../core/extensions/session-with.ts";

export interface CallResult {
  readonly text: string;
  readonly isError: boolean;
  readonly details: unknown;
}

export interface RunCallsOptions {
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly settings?: Partial<Settings>;
  /** What the model answers when a tool asks it something, in this order. One for each call. */
  readonly inner?: readonly FauxResponseStep[];
  /** Before the first call. */
  readonly prepare?: (setup: SessionWithExtensions) => void | Promise<void>;
}

/** Runs calls of a battery's tools, one after the other, in a session with a scripted model. Returns what the model reads. */
export async function runCalls(
  manifest: ExtensionManifest,
  calls: readonly (readonly [tool: string, args: Record<string, unknown>])[],
  { files = {}, settings = {}, inner = [], prepare }: RunCallsOptions = {},
): Promise<CallResult[]> {
  const answers = calls.flatMap(([name, args], index): FauxResponseStep[] => [
    fauxAssistantMessage(fauxToolCall(name, args as never), { stopReason: "toolUse" }),
    ...inner.slice(index, index + 1),
  ]);
  await using setup = await sessionWith([lazyExtension(manifest)], {
    answers: [...answers, fauxAssistantMessage("done")],
  });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(setup.cwd, name)), { recursive: true });
    writeFileSync(join(setup.cwd, name), content);
  }
  setup.services.settings.applyOverrides(settings);
  await prepare?.(setup);
  await setup.session.prompt("go");
  return setup.session.messages.flatMap((message) => {
    if (message.role !== "toolResult") return [];
    const text = message.content.map((block) => (block.type === "text" ? block.text : "")).join("");
    return [{ text, isError: message.isError, details: message.details }];
  });
}
