import { basename } from "node:path";
import { getProjectTrustOptions, ProjectTrustStore } from "../../../core/trust/index.ts";
import { choose } from "../overlays/choose.ts";
import type { SlashCommand } from "./command.ts";

const WHAT_FOR = "Settings, extensions, skills and templates of a folder are used only where it is trusted.";

export const trustCommand: SlashCommand = {
  name: "trust",
  description: "Decide whether this folder's settings and extensions are used",
  run: async (context) => {
    const { cwd, agentDir } = context.services;
    const store = new ProjectTrustStore(agentDir);
    const decision = store.get(cwd);
    const option = await choose(context, {
      title: `${stateOf(basename(cwd), decision)}\n${WHAT_FOR}`,
      choices: getProjectTrustOptions(cwd).map((value) => ({ value, label: value.label })),
      labelWidth: 200,
    });
    if (!option) return;
    store.setMany(option.updates);
    if (option.trusted) await (await import("../../../core/trust/trusted-code.ts")).keepCode({ cwd, agentDir });
    context.say(`${option.label}. It takes effect at the next start.`);
  },
};

function stateOf(folder: string, decision: boolean | null): string {
  return decision === null ? `Trust the folder ${folder}?` : `The folder ${folder} is ${decision ? "" : "not "}trusted`;
}
