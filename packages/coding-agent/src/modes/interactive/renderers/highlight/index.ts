export { codeBlockPainter } from "./code-block.ts";
export { Highlighter, type PaintRequest } from "./highlighter.ts";
export { languageNamed, languageOfPath } from "./languages.ts";
