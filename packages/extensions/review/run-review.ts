import type { ChildOptions, ChildSession, ExtensionAPI, ToolDefinition } from "@tau/coding-agent";
import type { TSchema } from "typebox";
import { type Finding, reportTool, sorted, withoutDuplicates } from "./finding.ts";
import { divide, type Piece } from "./pieces.ts";
import { REVIEWER, VERIFIER } from "./prompts.ts";
import type { Target } from "./target.ts";

export interface ReviewSettings {
  readonly concurrency: number;
  readonly verify: boolean;
  readonly instructions: string;
}

export interface Review {
  readonly title: string;
  readonly findings: readonly Finding[];
  /** Files that were not read, and reviewers that failed, one line each. */
  readonly problems: readonly string[];
  /** Whether no reviewer has finished. */
  readonly failed: boolean;
}

export interface ReviewWatch {
  readonly signal?: AbortSignal | undefined;
  progress(text: string): void;
}

const TOOLS = ["read", "grep", "find", "ls"];
const LIMITS = { turns: 40, seconds: 1200, depth: 0 };
/** How many findings one verifier looks at. */
const PER_VERIFIER = 5;

/** Lets reviewers read a change, removes duplicates, and lets others verify what they found. */
export async function runReview(
  pi: ExtensionAPI,
  target: Target,
  settings: ReviewSettings,
  watch: ReviewWatch,
): Promise<Review> {
  const { pieces, leftOut } = divide(target);
  const problems = notReviewed(leftOut);
  const found: Finding[] = [];
  let done = 0;
  const ends = await inParallel(pieces, settings.concurrency, async (piece, index) => {
    const tool = reportTool(new Set(piece.files), (finding) => void found.push(finding));
    const child = { name: `review-${index + 1}`, systemPrompt: REVIEWER, customTools: [tool] };
    const problem = await runChild(pi, child, promptOf(target, piece, settings), watch.signal);
    watch.progress(`${++done} of ${pieces.length} reviewers are done, ${found.length} findings`);
    return problem;
  });
  const failures = ends.filter((problem) => problem !== undefined);
  const unique = withoutDuplicates(found);
  const findings = settings.verify ? await verify(pi, unique, settings, watch) : unique;
  return {
    title: target.title,
    findings: sorted(findings),
    problems: [...problems, ...new Set(failures)],
    failed: pieces.length > 0 && failures.length === pieces.length,
  };
}

const MOST_LEFT_OUT = 20;

function notReviewed(files: readonly string[]): string[] {
  const lines = files.slice(0, MOST_LEFT_OUT).map((file) => `Not reviewed: ${file}`);
  const more = files.length - lines.length;
  return more > 0 ? [...lines, `Not reviewed: ${more} more files`] : lines;
}

/** Drops what the second pass rejects. A finding without a verdict stays, unverified. */
async function verify(
  pi: ExtensionAPI,
  findings: readonly Finding[],
  { concurrency }: ReviewSettings,
  watch: ReviewWatch,
): Promise<Finding[]> {
  const verdicts = new Map<number, Verdict>();
  const groups = chunks([...findings.entries()], PER_VERIFIER);
  await inParallel(groups, concurrency, async (group, index) => {
    const ids = new Set(group.map(([id]) => id + 1));
    const tool = verdictTool(ids, (verdict) => verdicts.set(verdict.id - 1, verdict));
    const text = group
      .map(([id, finding]) => JSON.stringify({ id: id + 1, ...finding, verified: undefined }))
      .join("\n");
    watch.progress(`Verifying ${findings.length} findings`);
    const child = { name: `verify-${index + 1}`, systemPrompt: VERIFIER, customTools: [tool] };
    await runChild(pi, child, `The findings, one per line:\n${text}`, watch.signal);
  });
  return findings.flatMap((finding, index) => {
    const verdict = verdicts.get(index);
    if (!verdict) return [finding];
    return verdict.verdict === "rejected" ? [] : [{ ...finding, confidence: verdict.confidence, verified: true }];
  });
}

interface Verdict {
  readonly id: number;
  readonly verdict: "confirmed" | "rejected";
  readonly confidence: number;
}

function verdictTool(ids: ReadonlySet<number>, onVerdict: (verdict: Verdict) => void): ToolDefinition {
  return {
    name: "verdict",
    label: "Verdict",
    description: "Says whether one finding is true.",
    parameters: {
      type: "object",
      properties: {
        id: { type: "integer" },
        verdict: { type: "string", enum: ["confirmed", "rejected"] },
        confidence: { type: "number", minimum: 0, maximum: 1 },
        reason: { type: "string" },
      },
      required: ["id", "verdict", "confidence", "reason"],
    } as object as TSchema,
    describe: () => ({ effect: "read" }),
    async execute(_id, params) {
      const verdict = params as Verdict;
      if (!ids.has(verdict.id)) throw new Error(`There is no finding ${verdict.id}. There are: ${[...ids].join(", ")}`);
      onVerdict(verdict);
      return { content: [{ type: "text", text: "Noted." }], details: undefined };
    },
  };
}

/** Resolves to the problem if the run failed. */
async function runChild(
  pi: ExtensionAPI,
  options: ChildOptions,
  prompt: string,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  let child: ChildSession | undefined;
  try {
    child = await pi.children.create({
      ...options,
      ...{ tools: TOOLS, limits: LIMITS, detached: true },
      ...(signal ? { signal } : {}),
    });
    const { status, reason } = await child.prompt(prompt);
    return status === "completed" ? undefined : `A reviewer ended early: ${reason ?? status}`;
  } catch (error) {
    return `A reviewer could not be started: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    await child?.dispose();
  }
}

function promptOf({ title }: Target, { files, diff, focus }: Piece, { instructions }: ReviewSettings): string {
  return [
    `Review ${title}. You read: ${files.join(", ")}.`,
    `Look for: ${focus}`,
    ...(instructions ? [`The user asks: ${instructions}`] : []),
    `<diff>\n${diff}</diff>`,
  ].join("\n\n");
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  const groups: T[][] = [];
  for (let at = 0; at < items.length; at += size) groups.push(items.slice(at, at + size));
  return groups;
}

async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++)
      results[index] = await work(items[index] as T, index);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
