import { builtInThemes } from "../../core/themes/index.ts";
import type { Examination } from "./finding.ts";

export const examineResources: Examination = ({ resources, settings }) => {
  const counts = {
    "context files": resources.getAgentsFiles().agentsFiles.length,
    skills: resources.getSkills().skills.length,
    templates: resources.getPrompts().prompts.length,
    themes: resources.getThemes().themes.length,
    extensions: resources.getExtensionPaths().items.length,
    packages: (settings.get("packages") ?? []).length,
  };
  const text = Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ");
  const known = [...builtInThemes(), ...resources.getThemes().themes].map(({ name }) => name);
  const unknown = settings
    .get("theme")
    .split("/")
    .filter((name) => !known.includes(name));
  const warnings = resources.getExtensionPaths().diagnostics;
  return [
    { state: "ok", topic: "resources", text },
    ...unknown.map((name) => ({ state: "problem" as const, topic: "theme", text: `there is no theme "${name}"` })),
    ...warnings.map(({ path, message }) => ({
      state: "problem" as const,
      topic: "resource",
      text: path ? `${path}: ${message}` : message,
    })),
  ];
};
