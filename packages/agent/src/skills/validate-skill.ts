import type { FileDiagnostic } from "../frontmatter/file-diagnostic.ts";

const MAX_NAME_LENGTH = 64;
const MAX_DESCRIPTION_LENGTH = 1024;
const MAX_COMPATIBILITY_LENGTH = 500;
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** What the portable format asks of the fields, as warnings: a skill that works here should also work elsewhere. */
export function validateSkill(
  fields: { name: string; description: string; compatibility?: unknown },
  path: string,
): FileDiagnostic[] {
  const { name, description, compatibility } = fields;
  const problems = [
    ...(NAME.test(name) ? [] : [`the name "${name}" should be lower-case words joined by hyphens`]),
    ...tooLong("name", name, MAX_NAME_LENGTH),
    ...tooLong("description", description, MAX_DESCRIPTION_LENGTH),
    ...tooLong("compatibility note", compatibility, MAX_COMPATIBILITY_LENGTH),
  ];
  return problems.map((message) => ({ type: "warning", message, path }));
}

function tooLong(what: string, value: unknown, most: number): string[] {
  if (typeof value !== "string" || value.length <= most) return [];
  return [`the ${what} has ${value.length} characters; ${most} is the most`];
}
