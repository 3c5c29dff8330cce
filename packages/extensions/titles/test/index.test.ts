import type { ExtensionAPI, ExtensionContext } from "@tau/coding-agent";
import { expect, onTestFinished, test } from "vitest";
import titles from "../index.ts";

type Handler = (event: unknown, ctx: ExtensionContext) => void;

test("a name that cannot be kept, on a full disk say, costs the name alone", async () => {
  const lost: unknown[] = [];
  const onLost = (reason: unknown) => void lost.push(reason);
  process.on("unhandledRejection", onLost);
  onTestFinished(() => void process.off("unhandledRejection", onLost));
  const handlers = new Map<string, Handler>();
  const tried = Promise.withResolvers<string>();
  const pi = {
    on: (name: string, handler: Handler) => handlers.set(name, handler),
    getSettings: () => ({}),
    getSessionName: () => undefined,
    setSessionName: (name: string) => {
      tried.resolve(name);
      throw new Error("ENOSPC: no space left on device");
    },
  } as unknown as ExtensionAPI;
  const model = { provider: "p", id: "m", cost: { input: 1, output: 1 } };
  const modelRegistry = {
    isFree: () => false,
    loadUsable: async () => undefined,
    getAvailable: () => [model],
    complete: async () => ({ stopReason: "stop", content: [{ type: "text", text: "Mending the gate" }] }),
  };
  titles(pi);
  handlers.get("before_agent_start")?.({ messageType: "user", prompt: "mend the gate" }, {
    model,
    modelRegistry,
  } as unknown as ExtensionContext);
  expect(await tried.promise).toBe("Mending the gate");
  await new Promise((resolve) => setImmediate(resolve));
  expect(lost).toEqual([]);
});
