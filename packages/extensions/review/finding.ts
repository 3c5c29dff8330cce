import type { ToolDefinition } from "@tau/coding-agent";
import type { TSchema } from "typebox";

export const SEVERITIES = ["critical", "major", "minor"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A fault that a reviewer has reported. */
export interface Finding {
  /** Relative to the root of the repository. */
  readonly file: string;
  readonly line: number;
  readonly severity: Severity;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly title: string;
  readonly detail: string;
  readonly suggestion?: string;
  /** Whether the second pass confirmed it. */
  readonly verified: boolean;
}

const PARAMETERS = {
  type: "object",
  properties: {
    file: { type: "string", description: "As in the diff" },
    line: { type: "integer", minimum: 1, description: "In the new file" },
    severity: { type: "string", enum: [...SEVERITIES] },
    confidence: { type: "number", minimum: 0, maximum: 1 },
    title: { type: "string", description: "The fault in one sentence" },
    detail: { type: "string", description: "What goes wrong, for which input, and why" },
    suggestion: { type: "string", description: "The remedy" },
  },
  required: ["file", "line", "severity", "confidence", "title", "detail"],
};

/** The tool with which a reviewer reports a fault. Only files that are under review can be named. */
export function reportTool(files: ReadonlySet<string>, onFinding: (finding: Finding) => void): ToolDefinition {
  return {
    name: "report_finding",
    label: "Report finding",
    description: "Reports one fault of the change. Call it once for each fault that you have verified in the code.",
    parameters: PARAMETERS as object as TSchema,
    describe: () => ({ effect: "read" }),
    async execute(_id, params) {
      // The arguments were already validated against the schema.
      const given = params as Omit<Finding, "verified">;
      const file = given.file.replace(/^(?:\.\/|[ab]\/(?=.))/, (start) => (files.has(given.file) ? start : ""));
      if (!files.has(file))
        throw new Error(`${given.file} is not under review. The files are: ${[...files].join(", ")}`);
      onFinding({ ...given, file, verified: false });
      return { content: [{ type: "text", text: "Noted." }], details: undefined };
    },
  };
}

/** Joins findings that mean the same fault: in the same file, at most three lines apart, with similar titles. */
export function withoutDuplicates(findings: readonly Finding[]): Finding[] {
  const kept: Finding[] = [];
  for (const finding of sorted(findings)) {
    const at = kept.findIndex((other) => isSame(other, finding));
    const known = kept[at];
    if (!known) kept.push(finding);
    // A second reviewer who found it makes it more credible.
    else kept[at] = { ...known, confidence: Math.max(known.confidence, finding.confidence) };
  }
  return kept;
}

const NEAR_LINES = 3;
const LEAST_SHARED = 0.3;

function isSame(one: Finding, other: Finding): boolean {
  if (one.file !== other.file || Math.abs(one.line - other.line) > NEAR_LINES) return false;
  if (one.title.trim().toLowerCase() === other.title.trim().toLowerCase()) return true;
  const [words, others] = [wordsOf(one.title), wordsOf(other.title)];
  const shared = [...words].filter((word) => others.has(word)).length;
  return shared / Math.max(1, Math.min(words.size, others.size)) >= LEAST_SHARED;
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{3,}/gu) ?? []);
}

/** Sorts by severity, then confidence, then place. */
export function sorted(findings: readonly Finding[]): Finding[] {
  const rank = ({ severity }: Finding) => SEVERITIES.indexOf(severity);
  return [...findings].sort(
    (one, other) =>
      rank(one) - rank(other) ||
      other.confidence - one.confidence ||
      one.file.localeCompare(other.file) ||
      one.line - other.line,
  );
}
