import type { SkillDiagnostic } from "./skill.ts";

const MAX_NAME_LENGTH = 64;
const MAX_DESCRIPTION_LENGTH = 1024;
const MAX_COMPATIBILITY_LENGTH = 500;
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** What the portable format asks of the fields, as warnings: a skill that works here should also work elsewhere. */
export function validateSkill(
  fields: { name: string; description: string; compatibility?: unknown },
  path: string,
): SkillDiagnostic[] {
  const { name, description, compatibility } = fields;
  const problems: string[] = [];
  if (name.length > MAX_NAME_LENGTH)
    problems.push(`The name has ${name.length} characters, more than ${MAX_NAME_LENGTH}.`);
  if (!NAME.test(name)) {
    problems.push(`The name "${name}" should be lowercase letters and digits, with single hyphens between them.`);
  }
  if (description.length > MAX_DESCRIPTION_LENGTH) {
    problems.push(`The description has ${description.length} characters, more than ${MAX_DESCRIPTION_LENGTH}.`);
  }
  if (typeof compatibility === "string" && compatibility.length > MAX_COMPATIBILITY_LENGTH) {
    problems.push(
      `The compatibility note has ${compatibility.length} characters, more than ${MAX_COMPATIBILITY_LENGTH}.`,
    );
  }
  return problems.map((message) => ({ type: "warning", message, path }));
}
