import { realpathSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import type { Skill } from "@tau/agent";
import { ToolError } from "../tool-error.ts";

/** Returns the current skills, which a reload may change. */
export type SkillSource = () => readonly Pick<Skill, "name" | "filePath" | "baseDir">[];

/**
 * Returns the file behind `skill://name`, which is the skill's instructions, or behind `skill://name/references/a.md`,
 * a file next to them.
 */
export function locateSkillFile(rest: string, skills: SkillSource = () => []): string {
  const [encodedName = "", ...segments] = rest.split("/");
  const name = decode(encodedName, rest);
  const known = skills();
  const skill = known.find((each) => each.name === name);
  if (!skill) throw unknownSkill(name, known);
  const wanted = segments.map((segment) => decode(segment, rest)).join("/");
  return wanted === "" ? skill.filePath : inside(skill.baseDir, wanted, `skill://${rest}`);
}

/** Returns a file inside the skill's folder. A link that leads out of it is refused; its target has a path of its own. */
function inside(folder: string, wanted: string, url: string): string {
  if (isAbsolute(wanted) || wanted.split(/[/\\]/).includes(".."))
    throw new ToolError("invalid-argument", `${url} leads out of the skill's folder. Name a file in ${folder}.`);
  if (wanted.includes("\0")) throw new ToolError("invalid-argument", "A path cannot hold a NUL character.");
  const path = join(folder, wanted);
  const real = realPath(path);
  if (real === undefined) throw new ToolError("not-found", `File not found: ${url} (${path}).`);
  const way = relative(realPath(folder) ?? folder, real);
  if (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return path;
  throw new ToolError(
    "invalid-argument",
    `${url} is a link that leads out of the skill's folder. If it is wanted, use its path: ${real}`,
  );
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function decode(text: string, rest: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw badEncoding(rest, error);
  }
}

function badEncoding(rest: string, cause: unknown): ToolError {
  return new ToolError("invalid-argument", `skill://${rest} has a % that begins no character. Write it as %25.`, {
    cause,
  });
}

function unknownSkill(name: string, known: ReturnType<SkillSource>): ToolError {
  const names = known.map((each) => each.name).join(", ");
  const hint = names === "" ? "This session has none." : `There are: ${names}.`;
  return new ToolError("not-found", `There is no skill ${JSON.stringify(name)}. ${hint}`);
}
