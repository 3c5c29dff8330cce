import type { ExtensionAPI } from "@tau/coding-agent";
import type { TSchema } from "typebox";
import { type CodemodeDetails, executeScript } from "./execute.ts";
import { createScriptSandbox, SCRIPT_SANDBOX } from "./sandbox/script-sandbox.ts";
import { codemode } from "./tool.ts";
import { drawOutcome, drawSource } from "./view.ts";

/** Also exported by the SDK as `createCodemodeExtension()`. */
export default function (pi: ExtensionAPI): void {
  pi.services.provide(SCRIPT_SANDBOX, createScriptSandbox(pi));
  pi.registerTool<TSchema, CodemodeDetails>({
    ...codemode,
    parameters: codemode.parameters as object as TSchema,
    reachesTools: () => "all",
    execute: async (id, params, signal, onUpdate, ctx) =>
      // The arguments were already validated against the schema.
      await executeScript(pi, ctx, { id, code: (params as { code: string }).code, signal, onUpdate }),
    renderCall: (args, theme, context) => drawSource((args as { code?: unknown }).code, theme, context),
    renderResult: (result, _options, theme, context) => drawOutcome(result, theme, context),
  });
}
