import type { Command } from "../commands/command.ts";
import { type OfferedOption, offeredCommands } from "./completion-words.ts";

export function zshCompletion(commands: readonly Command[], options: readonly OfferedOption[]): string {
  const following = offeredCommands(commands).map(
    ({ name, words, flags }) =>
      `      ${name}) _alternative 'flags:option:(${flags.join(" ")})' '${words.length > 0 ? `words:word:(${words.join(" ")})` : "files:file:_files"}'; return ;;`,
  );
  return `#compdef tau
# tau completion for zsh: tau completion zsh > "\${fpath[1]}/_tau"
_tau() {
  local -a commands
  if (( CURRENT > 2 )); then
    case "\${words[2]}" in
${following.join("\n")}
    esac
  fi
  commands=(
${commands.map(({ name, summary }) => `    '${name}:${quoted(summary)}'`).join("\n")}
  )
  _arguments -s \\
${options
  .flatMap(specifications)
  .map((specification) => `    '${specification}' \\`)
  .join("\n")}
    '1: :->first' \\
    '*: :->rest'
  case "$state" in
    first) _describe command commands; _files ;;
    rest) _files ;;
  esac
}
# As a file of fpath it is called the first time it is read; sourced, it only makes itself known.
if [[ "\${funcstack[1]}" == _tau ]]; then _tau "$@"; else compdef _tau tau; fi
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

/** Escapes the characters that have a meaning inside a quoted zsh specification. */
function quoted(text: string): string {
  return text.replaceAll("'", "'\\''").replace(/[[\]:]/g, "\\$&");
}
