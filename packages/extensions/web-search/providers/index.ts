import type { SearchProvider } from "../search-provider.ts";
import { brave } from "./brave.ts";
import { exa } from "./exa.ts";
import { jina } from "./jina.ts";
import { kagi } from "./kagi.ts";
import { kimi } from "./kimi.ts";
import { parallel } from "./parallel.ts";
import { perplexity } from "./perplexity.ts";
import { searxng } from "./searxng.ts";
import { tavily } from "./tavily.ts";
import { zai } from "./zai.ts";

/** In the order in which they are asked. The user's own instance comes first. */
export const PROVIDERS: readonly SearchProvider[] = [
  searxng,
  exa,
  brave,
  tavily,
  perplexity,
  kagi,
  jina,
  parallel,
  kimi,
  zai,
];
