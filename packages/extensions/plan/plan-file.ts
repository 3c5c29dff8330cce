import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

export interface Plan {
  readonly title: string;
  readonly plan: string;
  readonly steps: readonly string[];
}

const NAME_LENGTH = 50;
const STEPS = "## Steps";

/** Writes `.tau/plans/<title>.md` and resolves to its path. An existing file with that name is kept. */
export async function writePlan(cwd: string, plan: Plan): Promise<string> {
  const name = plan.title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, NAME_LENGTH)
    .replace(/^-|-$/g, "");
  const base = join(cwd, ".tau", "plans", name || "plan");
  await mkdir(dirname(base), { recursive: true });
  for (let count = 1; ; count++) {
    const path = `${base}${count === 1 ? "" : `-${count}`}.md`;
    try {
      await writeFile(path, planText(plan), { flag: "wx" });
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

export function planText({ title, plan, steps }: Plan): string {
  const list = steps.map((step, index) => `${index + 1}. ${step.trim()}`).join("\n");
  return `# ${title.trim()}\n\n${plan.trim()}\n\n${STEPS}\n\n${list}\n`;
}

/** Reads a plan that the user may have edited: the list items below the steps heading are the steps. */
export function readPlan(text: string): Plan {
  const title = /^#\s+(.*)$/m.exec(text)?.[1]?.trim() ?? "Plan";
  const [body = "", list = ""] = text.replace(/^#\s+.*\n/, "").split(`\n${STEPS}\n`, 2);
  const steps = [...list.matchAll(/^\s*(?:\d+[.)]|[-*])\s+(.*\S)\s*$/gm)].map(([, step = ""]) => step);
  return { title, plan: body.trim(), steps };
}
