import type { Node } from "@vscode/tree-sitter-wasm";

/**
 * Returns a text with a substitution that the grammar takes for plain text, as in `${x#$(id)}`. It can be a word, or
 * lie between the parts of an expansion.
 */
export function hiddenText(node: Node): string | undefined {
  const isPlain = node.type === "word" || node.type === "regex" || node.type === "extglob_pattern";
  const text = node.type === "expansion" ? textBetween(node) : node.text;
  if (!isPlain && node.type !== "string_content" && node.type !== "expansion") return undefined;
  return HIDDEN.test(text) || (isPlain && HIDDEN_PROCESS.test(text)) ? text : undefined;
}

const HIDDEN_PROCESS = /(?<!\\)(?:\\\\)*[<>]\(/;
const HIDDEN = /(?<!\\)(?:\\\\)*(?:`|\$[([{])/;

/** Returns the text of an expansion without its braces and without its parts. */
function textBetween(node: Node): string {
  let text = "";
  let at = node.startIndex + 2;
  for (const part of node.namedChildren) {
    if (!part) continue;
    text += `${node.text.slice(at - node.startIndex, part.startIndex - node.startIndex)} `;
    at = part.endIndex;
  }
  return text + node.text.slice(at - node.startIndex);
}

/** Returns whether a here-document with an unquoted delimiter contains substitutions that the grammar misses. */
export function hidesExpansion(node: Node): boolean {
  const [start, body] = ["heredoc_start", "heredoc_body"].map((type) =>
    node.namedChildren.find((part) => part?.type === type),
  );
  if (!start || !body || /["'\\]/.test(start.text)) return false;
  const written = body.text.match(/\$\(|\$\[/g)?.length ?? 0;
  return body.text.includes("`") || written !== body.descendantsOfType(["command_substitution"]).length;
}

/** Delimiters that the grammar and the shell read alike. */
const DELIMITER = /^(?:([\w.+-]+)|'([\w.+ -]+)'|"([\w.+ -]+)"|\\([\w.+-]+))$/;

/** Returns whether a here-document may end elsewhere for the shell, which takes `<<E; id` as two commands. */
export function endsElsewhere(node: Node): boolean {
  const [start, body, end] = ["heredoc_start", "heredoc_body", "heredoc_end"].map((type) =>
    node.namedChildren.find((part) => part?.type === type),
  );
  const delimiter = DELIMITER.exec(start?.text ?? "")
    ?.slice(1)
    .find((each) => each !== undefined);
  if (delimiter === undefined || end?.text.trim() !== delimiter) return true;
  return (body?.text ?? "").split("\n").some((line) => line.replace(/^\t+/, "") === delimiter);
}

/** Returns whether the shell splits or completes a word in a node. */
export function hasBareExpansion(node: Node): boolean {
  if (node.type === "string" || node.type === "raw_string") return false;
  if (/^(?:simple_expansion|expansion|command_substitution|arithmetic_expansion|extglob_pattern)$/.test(node.type))
    return true;
  if (node.type === "word") return /[*?[{]/.test(node.text);
  return node.namedChildren.some((part) => part !== null && hasBareExpansion(part));
}
