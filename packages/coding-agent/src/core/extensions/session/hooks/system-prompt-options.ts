import { ownValue } from "@tau/ai";
import { buildSystemPrompt } from "../../../prompt/system-prompt.ts";
import type { Session } from "../../../session/session.ts";
import type { SystemPromptOptions } from "../../contract/index.ts";

/** Returns the current parts of the session's system prompt, as a copy that handlers may change. */
export function systemPromptOptions(session: Session): SystemPromptOptions {
  const { cwd, customPrompt, append = "", contextFiles = [], skills = [] } = session.promptInput();
  const active = session.tools.activeTools();
  const declared = new Set(session.tools.declaredTools().map(({ tool }) => tool.name));
  return {
    ...(customPrompt === undefined ? {} : { customPrompt }),
    selectedTools: session.tools.activeNames(),
    hiddenTools: session.tools.activeNames().filter((name) => !declared.has(name)),
    toolSnippets: Object.fromEntries(active.flatMap(({ tool, snippet }) => (snippet ? [[tool.name, snippet]] : []))),
    toolGuidelines: Object.fromEntries(active.map(({ tool, guidelines = [] }) => [tool.name, [...guidelines]])),
    promptGuidelines: [],
    appendSystemPrompt: append,
    sections: {},
    cwd,
    contextFiles: contextFiles.map((file) => ({ ...file })),
    skills: skills.map((skill) => ({ ...skill })) as SystemPromptOptions["skills"],
  };
}

/**
 * Renders the prompt with the changes of handlers. Unchanged parts produce the same text as
 * the session's own prompt, so that its beginning stays cached.
 */
export function renderSystemPromptOptions(session: Session, options: SystemPromptOptions): string {
  if (options.forceSystemPrompt !== undefined) return options.forceSystemPrompt;
  const { cwd, customPrompt, contextFiles, skills, appendSystemPrompt: append } = options;
  const shown = options.selectedTools.filter((name) => !options.hiddenTools.includes(name));
  const tools = shown.map((name) => {
    const own = session.tools.get(name);
    return {
      name,
      snippet: ownValue(options.toolSnippets, name) ?? own?.snippet,
      guidelines: ownValue(options.toolGuidelines, name) ?? own?.guidelines,
    };
  });
  const prompt = buildSystemPrompt({
    ...{ cwd, tools, customPrompt, contextFiles, skills },
    append: append || undefined,
    environment: session.promptInput().environment ?? {},
  });
  const parts = [
    prompt,
    options.promptGuidelines.map((line) => `- ${line}`).join("\n"),
    ...Object.entries(options.sections).map(([name, text]) => `<${name}>\n${text}\n</${name}>`),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}
