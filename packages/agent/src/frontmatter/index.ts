export { listField, textField } from "./fields.ts";
export type { FileDiagnostic } from "./file-diagnostic.ts";
export { type FrontmatterProblem, type ParsedFrontmatter, parseFrontmatter, stripFrontmatter } from "./frontmatter.ts";
export { parseYaml, YamlError } from "./yaml-block.ts";
