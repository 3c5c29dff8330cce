export { type FuzzyMatch, fuzzyFilter, fuzzyMatch } from "./fuzzy-match.ts";
