import { BenchError } from "../bench-error.ts";
import { trivial } from "../work/scripts.ts";
import { runSample } from "./sample.ts";
import type { Scenario } from "./scenario.ts";

const FILE = "bench-extension.ts";

const EXTENSION = `import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { Type } from "typebox";

export default function (pi: ExtensionAPI) {
  pi.registerTool({
    name: "bench_greet",
    label: "Greet",
    description: "Greets somebody by name.",
    parameters: Type.Object({ name: Type.String() }),
    execute: async (_id, { name }) => ({ content: [{ type: "text", text: name }], details: undefined }),
  });
  pi.on("before_agent_start", async ({ systemPrompt }) => ({ systemPrompt: systemPrompt + "\\nBe brief." }));
}
`;

/** The trivial run with one TypeScript extension, which an earlier run has compiled. */
export const withExtension: Scenario = {
  name: "extension",
  group: "startup",
  runs: 10,
  goals: { firstRequestMs: { timesNode: 5.5 } },
  prepare: async ({ workspace }) => void (await workspace.write(FILE, EXTENSION)),
  measure: async (stage) => {
    const { subject, workspace } = stage;
    const measured = await stage.run(trivial, ["-e", workspace.path(FILE), ...subject.printArgs("hi")]);
    const sent = JSON.stringify(stage.server.requests[0]?.body ?? "");
    if (!sent.includes("bench_greet"))
      throw new BenchError("run-failed", "The request offers no tool of the extension: it was not loaded.");
    return runSample(stage, measured);
  },
  supports: ({ name }) => name === "tau" || name === "pi",
};
