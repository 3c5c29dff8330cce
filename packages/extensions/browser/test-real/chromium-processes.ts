import { readdir, readFile } from "node:fs/promises";

/** Resolves to the processes whose command line contains a text. */
export async function processesWith(text: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    // A process may end while it is looked at.
    const line = await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "");
    if (line.includes(text)) found.push(Number(name));
  }
  return found;
}

/** Resolves to the Chromium processes of a Tau that show pages. */
export async function renderersOf(tau: number): Promise<number[]> {
  const all = await processesWith("--type=renderer");
  const own = new Set(await chromiumsOf(tau));
  return all.filter((pid) => own.has(pid));
}

/** Resolves to all Chromium processes that a Tau started: their profile is named after it. */
export async function chromiumsOf(tau: number): Promise<number[]> {
  const roots = new Set(await processesWith(`tau-browser-${tau}-`));
  let size = 0;
  while (size !== roots.size) {
    size = roots.size;
    for (const name of await readdir("/proc")) {
      if (!/^\d+$/.test(name)) continue;
      const stat = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
      const [state = "", parent = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (state !== "Z" && roots.has(Number(parent))) roots.add(Number(name));
    }
  }
  return [...roots];
}
