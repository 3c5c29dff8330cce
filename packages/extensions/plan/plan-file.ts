import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ExtensionContext, RemoteWorkspace } from "@tau/coding-agent";

export interface Plan {
  readonly title: string;
  readonly plan: string;
  readonly steps: readonly string[];
}

const NAME_LENGTH = 50;
const STEPS = "## Steps";
/** The heading of the steps, as a person may have written it. */
const HEADING = /^##[ \t]+steps[ \t]*$/gim;

/** Where plans are written: the session's folder, on this machine or on another one. */
export class PlanFolder {
  private readonly cwd: string;
  private readonly remote: RemoteWorkspace | undefined;

  constructor({ cwd, remote }: Pick<ExtensionContext, "cwd" | "remote">) {
    this.cwd = remote?.cwd ?? cwd;
    this.remote = remote;
  }

  /** Writes `.tau/plans/<title>.md` and resolves to its path in the folder. An existing file with that name is kept. */
  async add(plan: Plan): Promise<string> {
    const name = plan.title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .slice(0, NAME_LENGTH)
      .replace(/^-|-$/g, "");
    const folder = join(".tau", "plans");
    await this.makeFolder(join(this.cwd, folder));
    for (let count = 1; ; count++) {
      const path = join(folder, `${name || "plan"}${count === 1 ? "" : `-${count}`}.md`);
      if (await this.isCreated(join(this.cwd, path), planText(plan))) return path;
    }
  }

  async replace(path: string, text: string): Promise<void> {
    const whole = join(this.cwd, path);
    await (this.remote ? this.remote.operations.change.writeFile(whole, text) : writeFile(whole, text));
  }

  private async makeFolder(path: string): Promise<void> {
    await (this.remote ? this.remote.operations.change.mkdir(path) : mkdir(path, { recursive: true }));
  }

  private async isCreated(path: string, text: string): Promise<boolean> {
    if (this.remote) {
      const { change } = this.remote.operations;
      if (!(await change.isAbsent(path))) return false;
      await change.writeFile(path, text);
      return true;
    }
    try {
      await writeFile(path, text, { flag: "wx" });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      return false;
    }
  }
}

export function planText(plan: Plan): string {
  return `# ${plan.title.trim()}\n\n${planBody(plan)}\n`;
}

/** Returns what is below the title. */
export function planBody({ plan, steps }: Pick<Plan, "plan" | "steps">): string {
  const list = steps.map((step, index) => `${index + 1}. ${step.trim()}`).join("\n");
  return `${plan.trim()}\n\n${STEPS}\n\n${list}`;
}

/** Reads a plan that the user may have edited: the items below the last heading of steps are the steps, up to the next heading. */
export function readPlan(text: string): Plan {
  const title = /^#\s+(.*)$/m.exec(text)?.[1]?.trim() ?? "Plan";
  const plain = text.replace(/^#\s+.*\n/, "");
  const heading = [...plain.matchAll(HEADING)].at(-1);
  if (!heading) return { title, plan: plain.trim(), steps: [] };
  const [list = ""] = plain.slice(heading.index + heading[0].length).split(/^#{1,6}\s/m, 1);
  const steps = [...list.matchAll(/^\s*(?:\d+[.)]|[-*])\s+(.*\S)\s*$/gm)].map(([, step = ""]) => step);
  return { title, plan: plain.slice(0, heading.index).trim(), steps };
}
