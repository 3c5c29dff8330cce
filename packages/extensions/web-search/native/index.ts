import { anthropic } from "./anthropic.ts";
import { google } from "./google.ts";
import type { NativeSearch } from "./native-search.ts";
import { openai, openaiCodex } from "./openai.ts";

export const NATIVE: readonly NativeSearch[] = [anthropic, openai, openaiCodex, google];
