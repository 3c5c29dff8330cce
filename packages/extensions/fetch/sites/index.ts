import { arxiv } from "./arxiv.ts";
import { crates } from "./crates.ts";
import { docsRs } from "./docs-rs.ts";
import { github } from "./github.ts";
import { gitlab } from "./gitlab.ts";
import { hackerNews } from "./hacker-news.ts";
import { mdn } from "./mdn.ts";
import { npm } from "./npm.ts";
import { pypi } from "./pypi.ts";
import type { Site } from "./site.ts";
import { stackOverflow } from "./stack-overflow.ts";
import { wikipedia } from "./wikipedia.ts";

export const SITES: readonly Site[] = [
  ...[github, gitlab, npm, pypi, crates, docsRs],
  ...[stackOverflow, arxiv, wikipedia, hackerNews, mdn],
];
