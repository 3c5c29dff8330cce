import type { ExtensionAPI } from "@tau/coding-agent";
import type { TSchema } from "typebox";
import { type EvalDetails, runCells } from "./run-cells.ts";
import { SessionKernels } from "./session-kernels.ts";
import { type EvalParams, evalTool } from "./tool.ts";

export default function (pi: ExtensionAPI): void {
  const kernels = new SessionKernels(pi);
  pi.registerTool<TSchema, EvalDetails>({
    ...evalTool,
    parameters: evalTool.parameters as object as TSchema,
    reachesTools: () => "all",
    execute: async (id, params, signal, onUpdate, ctx) =>
      // The arguments were already validated against the schema.
      await runCells(kernels, { id, input: (params as EvalParams).input, signal, onUpdate, ctx }),
  });
  pi.on("session_shutdown", () => kernels.kernels.endAll());
}
