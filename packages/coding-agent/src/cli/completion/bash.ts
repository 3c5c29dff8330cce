import type { Command } from "../commands/command.ts";
import { type OfferedOption, offeredCommands } from "./completion-words.ts";

export function bashCompletion(commands: readonly Command[], options: readonly OfferedOption[]): string {
  const cases = options.flatMap(({ names, takesValue, choices, isFile }) => {
    if (!takesValue) return [];
    const reply =
      choices.length > 0 ? `compgen -W "${choices.join(" ")}" -- "$word"` : isFile ? `compgen -f -- "$word"` : "";
    return [`    ${names.join("|")}) COMPREPLY=(${reply === "" ? "" : `$(${reply})`}); return ;;`];
  });
  const following = offeredCommands(commands).map(({ name, words, flags }) => {
    const reply = (list: readonly string[]) => `COMPREPLY=($(compgen -W "${list.join(" ")}" -- "$word"))`;
    const plain = words.length > 0 ? `; else ${reply(words)}` : "";
    return `    ${name}) if [[ "$word" == -* ]]; then ${reply(flags)}${plain}; fi; return ;;`;
  });
  return `# tau completion for bash: source <(tau completion bash)
_tau() {
  local word="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  if [[ "$COMP_CWORD" != 1 ]]; then
    case "\${COMP_WORDS[1]}" in
${following.join("\n")}
    esac
  fi
  case "$previous" in
${cases.join("\n")}
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
