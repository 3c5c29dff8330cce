import type { ExtensionAPI } from "@tau/coding-agent";

export default function (pi: ExtensionAPI): void {
  pi.registerMode("acp", { serve: async (ctx) => await (await import("./serve.ts")).serve(ctx) });
}
