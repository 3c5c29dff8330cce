export const GREP_MAX_LINE_LENGTH = 500;

/** Cuts a long line and marks the cut. Never cuts a surrogate pair. */
export function truncateLine(line: string, maxChars = GREP_MAX_LINE_LENGTH): { text: string; wasTruncated: boolean } {
  if (line.length <= maxChars) return { text: line, wasTruncated: false };
  const last = line.charCodeAt(maxChars - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? maxChars - 1 : maxChars;
  return { text: `${line.slice(0, end)}... [truncated]`, wasTruncated: true };
}
