import { builtInThemes } from "../../core/themes/index.ts";
import type { Examination } from "./finding.ts";

export const examineResources: Examination = ({ resources, settings }) => {
  const counts = {
    "context file": resources.getAgentsFiles().agentsFiles.length,
    skill: resources.getSkills().skills.length,
    template: resources.getPrompts().prompts.length,
    theme: resources.getThemes().themes.length,
    extension: resources.getExtensionPaths().items.length,
    package: (settings.get("packages") ?? []).length,
  };
  const text = Object.entries(counts)
    .map(([name, count]) => `${count} ${name}${count === 1 ? "" : "s"}`)
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
