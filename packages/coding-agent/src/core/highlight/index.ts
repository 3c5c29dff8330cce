export { CHUNK_LINES, codeTokens, MAX_CHUNK_CHARACTERS, MAX_PAINTED_LINES } from "./code-tokens.ts";
export { type Grammar, grammarOf, loadGrammar } from "./grammar.ts";
export { languageNamed, languageOfPath } from "./languages.ts";
export { scopeColor } from "./scope-color.ts";
export { type Token, tokenLines } from "./token-lines.ts";
