import { compileFilter } from "../glob.ts";
import { type Ripgrep, type RipgrepOutcome, SEARCH_RULES, searchError } from "../ripgrep.ts";
import { splitRecords } from "../split-records.ts";
import { type FoundLine, parseSearchEvent } from "./search-event.ts";

export interface SearchRequest {
  readonly pattern: string;
  /** The folder to search, or the one that contains `target`. */
  readonly folder: string;
  /** A file in the folder, or `.` for all of it. */
  readonly target: string;
  readonly glob?: string | undefined;
  /** Tells which files are left out. */
  readonly isHidden?: ((path: string) => boolean) | undefined;
  readonly ignoreCase: boolean;
  readonly literal: boolean;
  readonly context: number;
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

export interface SearchResult {
  /** Sorted by path and line. */
  readonly lines: readonly FoundLine[];
  readonly limitReached: boolean;
  /** The pattern is not a valid regular expression and was searched as literal text. */
  readonly takenLiterally: boolean;
}

export async function search(ripgrep: Ripgrep, request: SearchRequest): Promise<SearchResult> {
  const first = await runOnce(ripgrep, request);
  if (!request.literal && /^(?:rg: )?regex parse error/.test(first.outcome.errorText)) {
    const second = await runOnce(ripgrep, { ...request, literal: true });
    return { ...second.result, takenLiterally: true };
  }
  const error = first.result.limitReached || request.signal?.aborted ? undefined : searchError(first.outcome);
  if (error) throw error;
  return first.result;
}

async function runOnce(ripgrep: Ripgrep, request: SearchRequest) {
  // A glob chooses among the files of a folder; a file that was named is the choice.
  const glob = request.target === "." ? request.glob : undefined;
  const filter = await compileFilter(glob ?? "**");
  const matches = glob === undefined ? undefined : filter.matches;
  const lines: FoundLine[] = [];
  const isHidden = request.isHidden ?? (() => false);
  const enough = new AbortController();
  let found = 0;
  const onData = splitRecords("\n", (record) => {
    if (enough.signal.aborted) return;
    const event = parseSearchEvent(record);
    if (event[0] === undefined || (matches && !matches(event[0].path))) return;
    // Not even their number is shown: it would tell whether a key matches a pattern.
    if (isHidden(event[0].path)) return;
    if (event[0].isMatch && ++found > request.limit) enough.abort();
    else lines.push(...event);
  });
  const signal = request.signal ? AbortSignal.any([request.signal, enough.signal]) : enough.signal;
  const outcome: RipgrepOutcome = await ripgrep({
    args: [...argumentsOf(request), ...filter.args, "--", request.pattern, request.target],
    cwd: request.folder,
    onData,
    signal,
  });
  const result = {
    lines: lines.sort(byPlace),
    limitReached: enough.signal.aborted,
    takenLiterally: false,
  };
  return { outcome, result };
}

function argumentsOf({ pattern, ignoreCase, literal, context, limit }: SearchRequest): string[] {
  return [
    "--json",
    ...SEARCH_RULES,
    `--max-count=${limit + 1}`,
    ...(ignoreCase ? ["--ignore-case"] : []),
    ...(literal ? ["--fixed-strings"] : []),
    ...(context > 0 ? [`--context=${context}`] : []),
    ...(spansLines(pattern, literal) ? ["--multiline"] : []),
  ];
}

function spansLines(pattern: string, literal: boolean): boolean {
  return pattern.includes("\n") || (!literal && pattern.includes("\\n"));
}

function byPlace(a: FoundLine, b: FoundLine): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.line - b.line;
}
