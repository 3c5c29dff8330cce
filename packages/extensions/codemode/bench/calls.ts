import type { ExtensionAPI } from "@tau/coding-agent";
import { createExtensionHarness } from "@tau/testkit/extensions";
import { Type } from "typebox";
import { manifest } from "../manifest.ts";

const CALLS = 1000;
const MOST_MS = 1;

/** Measures the overhead of a call of a script: a loop of calls in a script, and the same loop in a tool that calls the tool itself. */
const code = `for (let i = 0; i < ${CALLS}; i++) await tools.echo({ i }); return "over"`;
let raw = 0;

function echoTools(pi: ExtensionAPI): void {
  const annotations = { readOnlyHint: true, openWorldHint: false };
  const parameters = Type.Object({ i: Type.Optional(Type.Number()) });
  pi.registerTool({
    ...{ name: "echo", label: "Echo", description: "Answers.", parameters, annotations },
    execute: async (_id, { i }) => ({ content: [{ type: "text", text: String(i) }], details: {} }),
  });
  pi.registerTool({
    ...{ name: "loop", label: "Loop", description: "Calls echo.", parameters, annotations },
    async execute(_id, _params, _signal, _onUpdate, ctx) {
      const begun = performance.now();
      for (let i = 0; i < CALLS; i++) await ctx.executeTool("echo", { i });
      raw = performance.now() - begun;
      return { content: [{ type: "text", text: "over" }], details: {} };
    },
  });
}

const call = (name: string, args: object) => ({ toolCalls: [{ name, arguments: args as never }] });
await using harness = await createExtensionHarness({
  extensions: [manifest, echoTools],
  // The first two only warm up.
  script: [
    ...[call("codemode", { code }), call("loop", {})],
    call("loop", {}),
    call("codemode", { code }),
    { text: "done" },
  ],
});
await harness.prompt("go");
const result = harness.session.messages.findLast((message) => message.role === "toolResult");
const whole = result?.role === "toolResult" ? (result.durationMs ?? 0) : 0;
const more = (whole - raw) / CALLS;
process.stdout.write(
  `  ${CALLS} calls: ${whole.toFixed(0)} ms by a script, ${raw.toFixed(0)} ms by a tool; ` +
    `${more.toFixed(3)} ms more for each (at most ${MOST_MS} ms)\n`,
);
if (result?.role !== "toolResult" || result.isError || more > MOST_MS) process.exitCode = 1;
