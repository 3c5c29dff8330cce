import type { Subject } from "../../subject.ts";
import { compactionSubjects } from "./compaction.ts";
import { componentSubjects } from "./components.ts";
import { functionSubjects } from "./functions.ts";
import { installationSubjects } from "./installation.ts";
import { modelSubjects } from "./models.ts";
import { programSubjects } from "./programs.ts";
import { resourceSubjects } from "./resources.ts";
import { sdkSubjects } from "./sdk.ts";
import { searchSubjects } from "./search.ts";
import { sessionSubjects } from "./sessions.ts";
import { settingsSubjects } from "./settings.ts";
import { summarySubjects } from "./summaries.ts";
import { toolSubjects } from "./tools.ts";

export const codingAgentSubjects: readonly Subject[] = [
  ...functionSubjects,
  ...sessionSubjects,
  ...compactionSubjects,
  ...toolSubjects,
  ...searchSubjects,
  ...settingsSubjects,
  ...resourceSubjects,
  ...modelSubjects,
  ...sdkSubjects,
  ...summarySubjects,
  ...installationSubjects,
  ...componentSubjects,
  ...programSubjects,
];
