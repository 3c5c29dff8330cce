import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { editDistance } from "../../text/nearest.ts";

const MAX_SUGGESTIONS = 3;

/** Names next to a missing file that its writer may have meant: another case, another ending, one or two letters away. */
export async function suggestPaths(missingPath: string): Promise<string[]> {
  const folder = dirname(missingPath);
  const names = await readdir(folder).catch(() => []);
  const wanted = basename(missingPath).toLowerCase();
  return names
    .filter((name) => name !== basename(missingPath))
    .map((name) => ({ name, distance: nearness(wanted, name.toLowerCase()) }))
    .filter((candidate) => candidate.distance <= Math.min(2, wanted.length / 3))
    .sort((a, b) => a.distance - b.distance || a.name.localeCompare(b.name))
    .slice(0, MAX_SUGGESTIONS)
    .map((candidate) => join(folder, candidate.name));
}

function nearness(wanted: string, name: string): number {
  if (stem(wanted) === stem(name)) return wanted === name ? 0 : 1;
  return Math.abs(wanted.length - name.length) > 2 ? Number.POSITIVE_INFINITY : editDistance(wanted, name);
}

function stem(name: string): string {
  const dot = name.indexOf(".", 1);
  return dot === -1 ? name : name.slice(0, dot);
}
