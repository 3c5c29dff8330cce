import { type Finding, SEVERITIES, type Severity } from "./finding.ts";
import type { Review } from "./run-review.ts";

export const FORMATS = ["text", "json", "sarif"] as const;
export type Format = (typeof FORMATS)[number];
export type FailOn = Severity | "never";

export function formatReview(review: Review, format: Format): string {
  if (format === "json") return `${JSON.stringify(review, undefined, 2)}\n`;
  return format === "sarif" ? `${JSON.stringify(sarif(review), undefined, 2)}\n` : textOf(review);
}

/** Returns whether a finding is severe enough to fail. */
export function isFailing({ findings }: Review, failOn: FailOn): boolean {
  if (failOn === "never") return false;
  return findings.some(({ severity }) => SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(failOn));
}

function headOf({ file, line, severity, confidence, verified }: Finding): string {
  return `${severity} ${file}:${line} (${Math.round(confidence * 100)} %${verified ? "" : ", unverified"})`;
}

/** Returns a finding without its title. */
export function findingLines(finding: Finding): string[] {
  const { detail, suggestion } = finding;
  return [headOf(finding), detail, ...(suggestion ? [`Remedy: ${suggestion}`] : [])];
}

export function findingText(finding: Finding): string {
  const [head = "", ...rest] = findingLines(finding);
  return [head, finding.title, ...rest].join("\n");
}

function textOf({ title, findings, problems }: Review): string {
  const count =
    findings.length === 0 ? "no findings" : findings.length === 1 ? "1 finding" : `${findings.length} findings`;
  const list = findings.map((finding, index) => `${index + 1}. ${findingText(finding).replaceAll("\n", "\n   ")}`);
  return `${[`Review of ${title}: ${count}.`, ...list, ...(problems.length > 0 ? [problems.join("\n")] : [])].join("\n\n")}\n`;
}

const LEVELS = { critical: "error", major: "error", minor: "warning" } as const;

/** The format that code hosts read, SARIF 2.1.0. */
function sarif({ findings }: Review): object {
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "tau review",
            rules: SEVERITIES.map((id) => ({ id, defaultConfiguration: { level: LEVELS[id] } })),
          },
        },
        results: findings.map(({ file, line, severity, confidence, title, detail, suggestion, verified }) => ({
          ruleId: severity,
          level: LEVELS[severity],
          message: { text: [title, detail, ...(suggestion ? [suggestion] : [])].join("\n\n") },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: file.split("/").map(encodeURIComponent).join("/") },
                region: { startLine: line },
              },
            },
          ],
          properties: { confidence, verified },
        })),
      },
    ],
  };
}
