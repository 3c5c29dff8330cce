import type { Subject } from "../../subject.ts";
import { compactionSubjects } from "./compaction.ts";
import { functionSubjects } from "./functions.ts";
import { sessionSubjects } from "./sessions.ts";
import { toolSubjects } from "./tools.ts";

export const codingAgentSubjects: readonly Subject[] = [
  ...functionSubjects,
  ...sessionSubjects,
  ...compactionSubjects,
  ...toolSubjects,
];
