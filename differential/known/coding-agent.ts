import type { KnownDifference } from "../subject.ts";
import { codingAgentFunctions } from "./coding-agent-functions.ts";
import { codingAgentSessions } from "./coding-agent-sessions.ts";

export const codingAgentDifferences: readonly KnownDifference[] = [...codingAgentFunctions, ...codingAgentSessions];
