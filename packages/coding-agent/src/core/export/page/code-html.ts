import { codeTokens, type Grammar, loadGrammar, scopeColor } from "../../highlight/index.ts";
import { escapeHtml } from "../escape-html.ts";
import { tokenClass } from "./marker-theme.ts";

/** Colours code for a page. The languages are loaded beforehand, because the page is rendered synchronously. */
export class CodePainter {
  private readonly grammars = new Map<string, Grammar>();

  static async load(languages: Iterable<string>): Promise<CodePainter> {
    const painter = new CodePainter();
    for (const language of new Set(languages)) {
      const grammar = await loadGrammar(language);
      if (grammar) painter.grammars.set(language, grammar);
    }
    return painter;
  }

  lines(code: readonly string[], language: string | undefined): string[] {
    const grammar = language === undefined ? undefined : this.grammars.get(language);
    return codeTokens(code, grammar).map((tokens) =>
      tokens
        .map(({ text, scope }) => {
          const color = scope === undefined ? undefined : scopeColor(scope);
          const html = escapeHtml(text);
          return color === undefined ? html : `<span class="${tokenClass(color)}">${html}</span>`;
        })
        .join(""),
    );
  }

  text(code: string, language: string | undefined): string {
    return this.lines(code.split("\n"), language).join("\n");
  }
}
