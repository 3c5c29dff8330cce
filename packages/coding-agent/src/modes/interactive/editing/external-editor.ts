import { editExternally } from "@tau/tui";
import { externalEditorCommand } from "../../../core/settings/index.ts";
import type { InteractiveContext } from "../interactive-context.ts";

/** Opens the text of the prompt in the user's own editor. */
export async function editInExternalEditor({ screen, services, say }: InteractiveContext): Promise<void> {
  const command = externalEditorCommand(services.settings);
  const run = async (file: string, args: readonly string[]) => {
    const { cwd, processes } = services;
    return (await processes.runInForeground({ file, args, cwd, env: process.env, purpose: "user" })).exitCode;
  };
  const outcome = await editExternally(screen.editor, screen.tui, { command, run });
  if (outcome === "unavailable") say(`"${command}" could not be started. Set externalEditor in /settings.`, "warning");
  if (outcome === "failed") say(`"${command}" ended with an error; the text is unchanged.`, "warning");
}
