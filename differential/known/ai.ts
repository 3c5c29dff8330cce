import type { KnownDifference } from "../subject.ts";
import { openAIRequestFields } from "./ai-openai-requests.ts";
import { requestFields } from "./ai-requests.ts";
import { fieldDifferences } from "./fields.ts";

export const aiDifferences: readonly KnownDifference[] = [
  ...fieldDifferences([...openAIRequestFields, ...requestFields]),
];
