import type { Command } from "../commands/command.ts";
import { offeredOptions } from "./completion-words.ts";

export function fishCompletion(commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  const first = `not __fish_seen_subcommand_from ${names}`;
  return `# tau completion for fish: tau completion fish > ~/.config/fish/completions/tau.fish
${commands.map(({ name, summary }) => `complete -c tau -f -n '${first}' -a ${name} -d ${quoted(summary)}`).join("\n")}
${commands
  .flatMap(({ name, words }) => (words ? [{ name, words }] : []))
  .map(({ name, words }) => `complete -c tau -f -n '__fish_seen_subcommand_from ${name}' -a ${quoted(words.join(" "))}`)
  .join("\n")}
${offeredOptions()
  .map(({ names: flags, description, takesValue, choices, isFile }) => {
    const spelled = flags.map((flag) => (flag.startsWith("--") ? `-l ${flag.slice(2)}` : shortFlag(flag.slice(1))));
    const value = !takesValue
      ? ""
      : choices.length > 0
        ? ` -x -a ${quoted(choices.join(" "))}`
        : isFile
          ? " -r"
          : " -x";
    return `complete -c tau ${spelled.join(" ")}${value} -d ${quoted(description)}`;
  })
  .join("\n")}
`;
}

/** Several letters behind one dash are what fish calls an old option. */
function shortFlag(letters: string): string {
  return letters.length === 1 ? `-s ${letters}` : `-o ${letters}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
