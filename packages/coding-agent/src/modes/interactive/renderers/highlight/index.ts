export { codeBlockPainter } from "./code-block.ts";
export { Highlighter } from "./highlighter.ts";
export { languageNamed, languageOfPath } from "./languages.ts";
