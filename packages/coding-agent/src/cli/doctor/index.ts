import { homedir } from "node:os";
import { getAgentDir } from "../../core/paths/index.ts";
import { loadEnvFiles } from "../../core/settings/index.ts";
import { openWorkspace } from "../../core/workspace/workspace.ts";
import { trustedSettings } from "../options/resource-flags.ts";
import { examineExtensions } from "./extensions.ts";
import { examineFiles } from "./files.ts";
import type { Examination, ExaminationOptions, Finding } from "./finding.ts";
import { examineModels } from "./models.ts";
import { examinePrograms } from "./programs.ts";
import { examineResources } from "./resources.ts";
import { examineSandbox } from "./sandbox.ts";

export type { Finding } from "./finding.ts";

const examinations: readonly Examination[] = [
  examinePrograms,
  examineSandbox,
  examineFiles,
  examineModels,
  examineResources,
  examineExtensions,
];

/** Reports what is configured, found and missing. Changes nothing, and uses the network only with `isOnline`. */
export async function examine(cwd: string, options: ExaminationOptions): Promise<Finding[]> {
  loadEnvFiles({ cwd: cwd, agentDir: getAgentDir(), home: homedir(), projectTrusted: false });
  const services = await openWorkspace({ cwd, settings: await trustedSettings({}, cwd) });
  const findings: Finding[] = [];
  for (const examination of examinations) findings.push(...(await examination(services, options)));
  return findings;
}
