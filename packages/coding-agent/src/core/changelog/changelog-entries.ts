/** One release in a changelog. */
export interface ChangelogEntry {
  readonly version: string;
  /** Includes the heading. */
  readonly text: string;
}

const HEADING = /^## \[?v?(\d+\.\d+\.\d+[^\s\]]*)\]?.*$/gm;

/** Returns the releases in the order of the file. */
export function changelogEntries(text: string): ChangelogEntry[] {
  const headings = [...text.matchAll(HEADING)];
  return headings.map((heading, index) => ({
    version: heading[1] ?? "",
    text: text.slice(heading.index, headings[index + 1]?.index).trimEnd(),
  }));
}

/** Returns the releases after version `after`, up to and including `upTo`. */
export function entriesBetween(text: string, after: string, upTo: string): ChangelogEntry[] {
  return changelogEntries(text).filter(
    ({ version }) => compareVersions(version, after) > 0 && compareVersions(version, upTo) <= 0,
  );
}

/** Returns a negative number if `a` is the earlier version. A version with a suffix comes before the same version without one. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parts(a), parts(b)];
  for (const index of [0, 1, 2]) {
    const difference = (left.numbers[index] ?? 0) - (right.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (left.suffix === right.suffix) return 0;
  if (left.suffix === "" || right.suffix === "") return left.suffix === "" ? 1 : -1;
  return left.suffix < right.suffix ? -1 : 1;
}

function parts(version: string): { numbers: number[]; suffix: string } {
  const [core = "", ...suffix] = version.split("-");
  return { numbers: core.split(".").map((part) => Number.parseInt(part, 10) || 0), suffix: suffix.join("-") };
}
