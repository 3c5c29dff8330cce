import { ToolError } from "../tool-error.ts";

export interface LineRange {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

export interface PathWithRange extends LineRange {
  readonly path: string;
  /** Whether the content is wanted as it is stored, without a reader and not as a summary. */
  readonly isRaw?: true;
}

/**
 * Parses a line range behind a path, which models write as compilers do: `a.ts:5`, `a.ts:L5`, `a.ts:5-9`, `a.ts:5+3`.
 * `:raw` asks for the content without a reader and not as a summary. Anything else is part of the name: returns `undefined`.
 */
export function parseSelector(given: string): PathWithRange | undefined {
  // In a web address without a path the number is the port.
  if (/^https?:\/\/[^/]*$/i.test(given)) return undefined;
  const suffix = /^(.+?)((?::(?:raw|L?\d+(?:[-+]L?\d+)?)){1,2})$/.exec(given);
  const [, path, selectors] = suffix ?? [];
  if (path === undefined || selectors === undefined) return undefined;
  const ranges = selectors.split(":").filter((selector) => selector !== "" && selector !== "raw");
  if (ranges.length > 1) return undefined;
  return { path, ...parseRange(ranges[0]), ...(selectors.includes("raw") && { isRaw: true }) };
}

function parseRange(range: string | undefined): LineRange {
  if (range === undefined) return {};
  const [, first = "", sign, second] = /^(\d+)(?:([-+])(\d+))?$/.exec(range.replaceAll("L", "")) ?? [];
  const offset = Number(first);
  if (offset === 0) throw new ToolError("invalid-argument", "Lines are counted from 1.");
  if (second === undefined) return { offset };
  const limit = sign === "+" ? Number(second) : Number(second) - offset + 1;
  if (limit < 1) throw new ToolError("invalid-argument", `The range ${range} ends before it begins.`);
  return { offset, limit };
}
