export { type FileReadTool, formatSkillsForPrompt } from "./format-skills.ts";
export { type ParsedSkill, parseSkill } from "./parse-skill.ts";
export type { Skill, SkillDiagnostic, SkillFrontmatter } from "./skill.ts";
export { formatSkillBlock, type ParsedSkillBlock, parseSkillBlock, parseSkillCommand } from "./skill-block.ts";
