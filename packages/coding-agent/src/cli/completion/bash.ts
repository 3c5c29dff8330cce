import type { Command } from "../commands/command.ts";
import { offeredOptions } from "./completion-words.ts";

export function bashCompletion(commands: readonly Command[]): string {
  const options = offeredOptions();
  const cases = options.flatMap(({ names, takesValue, choices, isFile }) => {
    if (!takesValue) return [];
    const reply =
      choices.length > 0 ? `compgen -W "${choices.join(" ")}" -- "$word"` : isFile ? `compgen -f -- "$word"` : "";
    return [`    ${names.join("|")}) COMPREPLY=(${reply === "" ? "" : `$(${reply})`}); return ;;`];
  });
  const words = commands.filter((command) => command.words !== undefined);
  return `# tau completion for bash: source <(tau completion bash)
_tau() {
  local word="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  case "$previous" in
${cases.join("\n")}
  esac
  case "\${COMP_WORDS[1]}" in
${words.map(({ name, words: own = [] }) => `    ${name}) COMPREPLY=($(compgen -W "${own.join(" ")}" -- "$word")); return ;;`).join("\n")}
  esac
  if [[ "$word" == -* ]]; then
    COMPREPLY=($(compgen -W "${options.flatMap(({ names }) => names).join(" ")}" -- "$word"))
  elif [[ "$word" == @* ]]; then
    COMPREPLY=($(compgen -f -P @ -- "\${word#@}"))
  elif [[ "$COMP_CWORD" == 1 ]]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")}" -- "$word"))
  fi
}
complete -o default -F _tau tau
`;
}
