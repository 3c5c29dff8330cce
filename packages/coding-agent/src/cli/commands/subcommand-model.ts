import type { SubcommandModel } from "../../core/extensions/contract/index.ts";
import { findInitialModel, resolveRequestedModel } from "../../core/models/index.ts";
import { checkModel, noModelText } from "../../core/session/model/choose-model.ts";
import { findWorkspace, type Workspace } from "../../core/workspace/workspace.ts";
import { CliError } from "../cli-error.ts";
import { ExitCode } from "../exit-code.ts";

/** Chooses the model for a command that has no session. Fails like a run without a model. */
export async function chooseSubcommandModel(
  found: Pick<Workspace, "cwd" | "settings" | "resources">,
  requested: string | undefined,
): Promise<SubcommandModel> {
  const { models, settings } = findWorkspace(found);
  if (requested === undefined) {
    const { model, fallbackMessage } = await findInitialModel({ registry: models, settings, scopedModels: [] });
    if (!model) throw new CliError(noModelText(fallbackMessage, models), ExitCode.configuration);
    return { model, modelRegistry: models };
  }
  const named = await resolveRequestedModel({ model: requested, registry: models });
  if ("error" in named) throw new CliError(named.error, ExitCode.configuration);
  checkModel(named.model, models, {});
  return { model: named.model, modelRegistry: models };
}
