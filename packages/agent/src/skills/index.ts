export { type FileReadTool, formatSkillsForPrompt } from "./format-skills.ts";
export { type ParsedSkill, parseSkill, type SkillClaim } from "./parse-skill.ts";
export type { Skill, SkillFrontmatter } from "./skill.ts";
export { formatSkillBlock, type ParsedSkillBlock, parseSkillBlock, parseSkillCommand } from "./skill-block.ts";
