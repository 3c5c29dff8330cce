export { languageNamed, languageOfPath } from "../../../../core/highlight/index.ts";
export { codeBlockPainter } from "./code-block.ts";
export { Highlighter } from "./highlighter.ts";
