import type { Command } from "../commands/command.ts";
import { type OfferedOption, offeredOptions } from "./completion-words.ts";

export function zshCompletion(commands: readonly Command[]): string {
  const words = commands.filter((command) => command.words !== undefined);
  return `#compdef tau
# tau completion for zsh: tau completion zsh > "\${fpath[1]}/_tau"
_tau() {
  local -a commands
  commands=(
${commands.map(({ name, summary }) => `    '${name}:${quoted(summary)}'`).join("\n")}
  )
  _arguments -s \\
${offeredOptions()
  .flatMap(specifications)
  .map((specification) => `    '${specification}' \\`)
  .join("\n")}
    '1: :->first' \\
    '*: :->rest'
  case "$state" in
    first) _describe command commands; _files ;;
    rest)
      case "\${words[2]}" in
${words.map(({ name, words: own = [] }) => `        ${name}) _values ${name} ${own.join(" ")} ;;`).join("\n")}
        *) _files ;;
      esac ;;
  esac
}
compdef _tau tau
`;
}

function specifications({ names, description, takesValue, choices, isFile }: OfferedOption): string[] {
  const value = !takesValue
    ? ""
    : choices.length > 0
      ? `:value:(${choices.join(" ")})`
      : isFile
        ? ":file:_files"
        : ":value: ";
  return names.map((name) => `${name}[${quoted(description)}]${value}`);
}

/** The characters that mean something inside a quoted specification. */
function quoted(text: string): string {
  return text.replaceAll("'", "'\\''").replace(/[[\]:]/g, "\\$&");
}
