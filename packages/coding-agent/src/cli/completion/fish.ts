import type { Command } from "../commands/command.ts";
import { type OfferedOption, offeredCommands } from "./completion-words.ts";

export function fishCompletion(commands: readonly Command[], options: readonly OfferedOption[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  const first = `not __fish_seen_subcommand_from ${names}`;
  return `# tau completion for fish: tau completion fish > ~/.config/fish/completions/tau.fish
${commands.map(({ name, summary }) => `complete -c tau -f -n '${first}' -a ${name} -d ${quoted(summary)}`).join("\n")}
${offeredCommands(commands)
  .flatMap(({ name, words, flags }) => {
    const after = `complete -c tau -n '__fish_seen_subcommand_from ${name}'`;
    const rest = words.length > 0 ? [`${after} -f -a ${quoted(words.join(" "))}`] : [];
    return [...rest, ...flags.map((flag) => `${after} -l ${flag.slice(2)}`)];
  })
  .join("\n")}
complete -c tau -f -n 'string match -q "@*" -- (commandline -ct)' -a '(string replace -r "^" "@" (__fish_complete_path (string sub -s 2 -- (commandline -ct))))'
${options
  .map(({ names: flags, description, takesValue, choices, isFile }) => {
    const spelled = flags.map((flag) => (flag.startsWith("--") ? `-l ${flag.slice(2)}` : shortFlag(flag.slice(1))));
    const value = !takesValue
      ? ""
      : choices.length > 0
        ? ` -x -a ${quoted(choices.join(" "))}`
        : isFile
          ? " -r"
          : " -x";
    return `complete -c tau -n '${first}' ${spelled.join(" ")}${value} -d ${quoted(description)}`;
  })
  .join("\n")}
`;
}

/** Returns fish's switch for a short option. Several letters after one dash are what fish calls an old-style option. */
function shortFlag(letters: string): string {
  return letters.length === 1 ? `-s ${letters}` : `-o ${letters}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
