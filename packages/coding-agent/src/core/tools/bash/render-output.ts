import { formatSize, type OutputSnapshot, withoutContent } from "../../output/index.ts";
import type { BashToolDetails } from "./details.ts";

/** Renders the end of the output, with a note on what is missing and where to find it. */
export function renderOutput(snapshot: OutputSnapshot): string {
  if (!snapshot.truncation.truncated) return snapshot.content;
  return `${snapshot.content}\n\n[${describeCut(snapshot)}${describePlace(snapshot)}]`;
}

export function detailsOf({ truncation, fullOutputPath, artifactId }: OutputSnapshot): BashToolDetails | undefined {
  if (!truncation.truncated) return undefined;
  return {
    truncation: withoutContent(truncation),
    ...(fullOutputPath === undefined ? {} : { fullOutputPath }),
    ...(artifactId === undefined ? {} : { artifactId }),
  };
}

function describeCut({ truncation }: OutputSnapshot): string {
  const { totalLines, outputLines, outputBytes, maxBytes } = truncation;
  if (truncation.lastLinePartial) return `Showing the last ${formatSize(outputBytes)} of line ${totalLines}.`;
  const limit = truncation.truncatedBy === "bytes" ? ` (${formatSize(maxBytes)} limit)` : "";
  return `Showing lines ${totalLines - outputLines + 1}-${totalLines} of ${totalLines}${limit}.`;
}

function describePlace({ fullOutputPath, artifactId }: OutputSnapshot): string {
  if (fullOutputPath === undefined) return " The rest could not be saved.";
  return ` Full output: ${fullOutputPath}${artifactId === undefined ? "" : ` (artifact://${artifactId})`}`;
}
