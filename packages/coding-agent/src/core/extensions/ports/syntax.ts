import { LANGUAGES } from "../../syntax/languages.ts";
import { outline } from "../../syntax/outline.ts";
import type { ExtensionSyntax } from "../contract/syntax.ts";

export const extensionSyntax: ExtensionSyntax = {
  languages: async () => LANGUAGES.map(({ name, extensions }) => ({ name, extensions })),
  outline,
};
