/** One release as a changelog tells of it. */
export interface ChangelogEntry {
  readonly version: string;
  /** With its heading. */
  readonly text: string;
}

const HEADING = /^## \[?v?(\d+\.\d+\.\d+[^\s\]]*)\]?.*$/gm;

/** The releases, in the order of the file. */
export function changelogEntries(text: string): ChangelogEntry[] {
  const headings = [...text.matchAll(HEADING)];
  return headings.map((heading, index) => ({
    version: heading[1] ?? "",
    text: text.slice(heading.index, headings[index + 1]?.index).trimEnd(),
  }));
}

/** Those after one version, up to and with another. */
export function entriesBetween(text: string, after: string, upTo: string): ChangelogEntry[] {
  return changelogEntries(text).filter(
    ({ version }) => compareVersions(version, after) > 0 && compareVersions(version, upTo) <= 0,
  );
}

/** Negative where `a` is the earlier one. A version with a suffix comes before the one without. */
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
