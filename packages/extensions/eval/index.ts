import type { ExtensionAPI, InputPrefixService, ServiceKey } from "@tau/coding-agent";
import type { TSchema } from "typebox";
import { registerNotebook } from "./notebook/notebook-tool.ts";
import { type EvalDetails, runCells } from "./run-cells.ts";
import { SessionKernels } from "./session-kernels.ts";
import { type EvalParams, evalTool } from "./tool.ts";
import {
  createUserPython,
  drawUserPython,
  USER_PYTHON,
  USER_PYTHON_SERVICE,
  type UserPythonRun,
} from "./user-python.ts";
import { drawCells, drawResult } from "./view.ts";

export default function (pi: ExtensionAPI): void {
  const kernels = new SessionKernels(pi);
  pi.registerTool<TSchema, EvalDetails>({
    ...evalTool,
    parameters: evalTool.parameters as object as TSchema,
    reachesTools: () => "all",
    execute: async (id, params, signal, onUpdate, ctx) =>
      // The arguments were already validated against the schema.
      await runCells(kernels, { id, input: (params as EvalParams).input, signal, onUpdate, ctx }),
    renderCall: (args, theme, context) => drawCells((args as Partial<EvalParams>).input, theme, context),
    renderResult: (result, _options, theme, context) => drawResult(result, theme, context),
  });
  registerNotebook(pi, kernels);
  pi.services.provide(USER_PYTHON_SERVICE as ServiceKey<InputPrefixService>, createUserPython(pi, kernels));
  pi.registerMessageRenderer<UserPythonRun>(USER_PYTHON, ({ details }, options, theme) =>
    drawUserPython(details, options, theme),
  );
  pi.registerEntryRenderer<UserPythonRun>(USER_PYTHON, ({ data }, options, theme) =>
    drawUserPython(data, options, theme),
  );
  pi.on("session_shutdown", () => kernels.kernels.endAll());
}
