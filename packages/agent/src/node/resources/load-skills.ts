import type { FileDiagnostic } from "../../frontmatter/file-diagnostic.ts";
import { parseSkill, type SkillClaim } from "../../skills/parse-skill.ts";
import type { Skill } from "../../skills/skill.ts";
import { isOrdinary, readFolder, realPath } from "./read-folder.ts";
import { readText } from "./read-markdown.ts";

export interface LoadedSkills {
  readonly skills: Skill[];
  readonly diagnostics: FileDiagnostic[];
}

const MAX_DEPTH = 8;

/** Loads the skills below a folder, or the skill in a file. A folder with a `SKILL.md` is one skill; folders below it are not searched. */
export function loadSkillsAt(path: string): LoadedSkills {
  const found: LoadedSkills = { skills: [], diagnostics: [] };
  if (path.endsWith(".md")) loadSkill(path, "declared", found);
  else scan(path, { depth: 0, real: realPath(path), seen: new Set(), found });
  return found;
}

interface Walk {
  readonly depth: number;
  /** The folder's real path, with links resolved. */
  readonly real: string;
  /** Folders already visited: a link may lead back to a parent. */
  readonly seen: Set<string>;
  readonly found: LoadedSkills;
}

function scan(folder: string, { depth, real, seen, found }: Walk): void {
  if (seen.has(real) || depth > MAX_DEPTH) return;
  seen.add(real);
  const entries = readFolder(folder);
  const own = entries.find(({ name, kind }) => name === "SKILL.md" && kind === "file");
  if (own) {
    loadSkill(own.path, "declared", found);
    return;
  }
  for (const { kind, name, path, isLink } of entries) {
    if (kind === "folder" && isOrdinary(name)) {
      scan(path, { depth: depth + 1, real: isLink ? realPath(path) : `${real}/${name}`, seen, found });
    } else if (kind === "file" && depth === 0 && name.endsWith(".md")) {
      loadSkill(path, "possible", found);
    }
  }
}

function loadSkill(path: string, claim: SkillClaim, found: LoadedSkills): void {
  const { text, diagnostics } = readText(path);
  found.diagnostics.push(...diagnostics);
  if (text === undefined) return;
  const parsed = parseSkill(text, path, claim);
  if (parsed.skill) found.skills.push(parsed.skill);
  found.diagnostics.push(...parsed.diagnostics);
}
