import type { KnownDifference } from "../subject.ts";
import { codingAgentFunctions } from "./coding-agent-functions.ts";
import { programDifferences, programFields } from "./coding-agent-programs.ts";
import { codingAgentSearch } from "./coding-agent-search.ts";
import { codingAgentSessions } from "./coding-agent-sessions.ts";
import { fieldDifferences } from "./fields.ts";

export const codingAgentDifferences: readonly KnownDifference[] = [
  ...codingAgentFunctions,
  ...codingAgentSearch,
  ...codingAgentSessions,
  ...programDifferences,
  ...fieldDifferences(programFields),
];
