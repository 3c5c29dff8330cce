export { type LoadedSkills, loadSkillsAt } from "./load-skills.ts";
export { type LoadedTemplates, loadTemplatesAt } from "./load-templates.ts";
export { type FolderEntry, isFolder, isOrdinary, listFiles, readFolder, realPath } from "./read-folder.ts";
export { type MarkdownFile, readMarkdown } from "./read-markdown.ts";
