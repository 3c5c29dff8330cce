import type { Subject } from "../subject.ts";
import { agentSubjects } from "./agent/index.ts";
import { aiSubjects } from "./ai/index.ts";
import { codingAgentSubjects } from "./coding-agent/index.ts";
import { tuiSubjects } from "./tui/index.ts";

export const subjects: readonly Subject[] = [...tuiSubjects, ...aiSubjects, ...agentSubjects, ...codingAgentSubjects];
