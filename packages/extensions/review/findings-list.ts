import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ExtensionAPI, ExtensionCommandContext, ListRow } from "@tau/coding-agent";
import { neutralize, neutralizeLine } from "@tau/tui";
import type { Finding } from "./finding.ts";
import { findingLines, findingText } from "./formats.ts";
import type { Review } from "./run-review.ts";

const COLORS = { critical: "error", major: "warning", minor: "muted" } as const;
const COLUMNS = [{ title: "finding" }, { title: "place" }, { title: "sure", align: "right" as const, optional: true }];
/** The number of lines shown before and after the place. */
const AROUND = 6;

/** Shows the findings as a list. Enter opens the place, with the code around it. */
export async function showFindings(
  pi: ExtensionAPI,
  { ui, isIdle }: ExtensionCommandContext,
  { title, findings }: Review,
  root: string,
): Promise<void> {
  const findingOf = (row: ListRow | undefined) => findings[Number(row?.id)];
  const list = ui.list({
    title: `Review of ${title}`,
    columns: COLUMNS,
    rows: findings.map(({ severity, title: what, file, line, confidence }, index) => ({
      id: String(index),
      label: `${severity}: ${neutralizeLine(what)}`,
      cells: [`${neutralizeLine(file)}:${line}`, `${Math.round(confidence * 100)} %`],
      color: COLORS[severity],
    })),
    empty: "No findings.",
    details: async (row) => await detailsOf(findingOf(row), root),
    keys: [
      {
        key: "f",
        description: "let the model fix it",
        needsRow: true,
        run: (row, handle) => {
          const finding = findingOf(row);
          if (!finding) return;
          pi.sendUserMessage(
            `Fix this finding of a review:\n\n${findingText(finding)}`,
            isIdle() ? {} : { deliverAs: "followUp" },
          );
          handle.close();
        },
      },
      {
        key: "e",
        description: "write about it",
        needsRow: true,
        run: (row, handle) => {
          const finding = findingOf(row);
          if (!finding) return;
          ui.setEditorText(`@${finding.file} line ${finding.line}: `);
          handle.close();
        },
      },
    ],
  });
  await list.closed;
}

async function detailsOf(finding: Finding | undefined, root: string): Promise<string> {
  if (!finding) return "";
  const text = await readFile(join(root, finding.file), "utf8").catch(() => undefined);
  const lines = text?.split("\n") ?? [];
  const first = Math.max(0, finding.line - 1 - AROUND);
  const shown = lines.slice(first, finding.line + AROUND).map((line, index) => {
    const number = first + index + 1;
    return `${number === finding.line ? "▸" : " "}${String(number).padStart(5)} ${line}`;
  });
  const place =
    text === undefined
      ? ["(the file is not there)"]
      : shown.length === 0
        ? [`(the file has ${text.trimEnd().split("\n").length} lines)`]
        : shown;
  return neutralize([...findingLines(finding), "", ...place].join("\n"));
}
