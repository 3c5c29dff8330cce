import type { AgentSession } from "../../session/agent-session.ts";
import type { SessionServices } from "../../session/session-services.ts";
import type { SystemPromptOptions } from "../contract/index.ts";

/** What the system prompt of the session is made of now, as a copy that handlers may change. */
export function systemPromptOptions(session: AgentSession, { cwd, resources }: SessionServices): SystemPromptOptions {
  const active = session.tools.activeTools();
  return {
    selectedTools: session.tools.activeNames(),
    hiddenTools: [],
    toolSnippets: Object.fromEntries(active.flatMap(({ tool, snippet }) => (snippet ? [[tool.name, snippet]] : []))),
    toolGuidelines: Object.fromEntries(active.map(({ tool, guidelines = [] }) => [tool.name, [...guidelines]])),
    promptGuidelines: [],
    appendSystemPrompt: "",
    sections: {},
    cwd,
    contextFiles: resources.getAgentsFiles().agentsFiles.map((file) => ({ ...file })),
    skills: resources.getSkills().skills,
  };
}

/**
 * The prompt with what handlers changed. The session's own text stays as it is, so that its beginning remains cached; what was added
 * follows it.
 */
export function renderSystemPromptOptions(base: string, options: SystemPromptOptions): string {
  if (options.forceSystemPrompt !== undefined) return options.forceSystemPrompt;
  const parts = [
    options.customPrompt === undefined ? base : options.customPrompt,
    options.promptGuidelines.map((line) => `- ${line}`).join("\n"),
    options.appendSystemPrompt,
    ...Object.entries(options.sections).map(([name, text]) => `<${name}>\n${text}\n</${name}>`),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}
