import { formatSize } from "./format-size.ts";

export interface TruncationMeta {
  readonly direction: "head" | "tail";
  readonly truncatedBy: "lines" | "bytes";
  readonly totalLines: number;
  readonly totalBytes: number;
  /** Counted from 1. */
  readonly shownRange: { readonly start: number; readonly end: number };
  readonly maxBytes?: number;
  readonly artifactId?: string;
}

export interface LimitsMeta {
  readonly matchLimit?: number;
  readonly resultLimit?: number;
  /** Lines longer than this were cut. */
  readonly columnLimit?: number;
}

/**
 * Facts about a tool's output that its text does not state: truncation, source, limits and diagnostics. Stored as
 * `details.meta`.
 */
export interface OutputMeta {
  readonly truncation?: TruncationMeta;
  readonly source?: { readonly type: "path" | "url" | "internal"; readonly value: string };
  readonly diagnostics?: readonly string[];
  readonly limits?: LimitsMeta;
}

/** Returns the notice for the model; empty if there is nothing to report. */
export function formatOutputNotice({ truncation, limits = {}, diagnostics = [] }: OutputMeta): string {
  const { matchLimit, resultLimit, columnLimit } = limits;
  const parts = [
    ...(truncation ? [describeTruncation(truncation)] : []),
    ...(matchLimit === undefined ? [] : [`${matchLimit} matches limit reached`]),
    ...(resultLimit === undefined ? [] : [`${resultLimit} results limit reached`]),
    ...(columnLimit === undefined ? [] : [`Lines are cut at ${columnLimit} characters`]),
    ...diagnostics,
  ];
  return parts.length === 0 ? "" : `[${parts.join(". ")}]`;
}

function describeTruncation(truncation: TruncationMeta): string {
  const { direction, truncatedBy, totalLines, shownRange, maxBytes, artifactId } = truncation;
  const limit = truncatedBy === "bytes" && maxBytes !== undefined ? ` (${formatSize(maxBytes)} limit)` : "";
  const next = direction === "head" ? `. Use offset=${shownRange.end + 1} to continue` : "";
  const full = artifactId === undefined ? "" : `. Full: artifact://${artifactId}`;
  return `Showing lines ${shownRange.start}-${shownRange.end} of ${totalLines}${limit}${next}${full}`;
}
