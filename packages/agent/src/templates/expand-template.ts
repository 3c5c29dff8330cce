import { parseCommandArgs } from "./command-arguments.ts";
import { hasPlaceholders, substituteArgs } from "./substitute-args.ts";
import type { PromptTemplate } from "./template.ts";

/**
 * Returns the text of the template that `/name arguments` calls; any other text unchanged. Appends the arguments if the template has no
 * placeholders.
 */
export function expandPromptTemplate(text: string, templates: readonly PromptTemplate[]): string {
  const call = /^\/(?<name>\S+)(?:\s+(?<rest>[\s\S]*))?$/.exec(text)?.groups;
  const template = templates.find((candidate) => candidate.name === call?.name);
  if (!template) return text;
  const rest = call?.rest?.trim() ?? "";
  if (rest !== "" && !hasPlaceholders(template.content)) return `${template.content}\n\n${rest}`;
  return substituteArgs(template.content, parseCommandArgs(rest));
}
