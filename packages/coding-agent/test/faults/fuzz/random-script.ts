import type { Random } from "../random.ts";

/** A program whose start shows: it writes a file outside of the folder. */
const PROGRAMS = ["P", "./P", "touch m", "P x", "$'\\x50'", "\\P", "'P'", "echo>m"];
const COMMANDS =
  "echo cat ls test [ printf true : sort uniq grep rg find sed awk head tail wc date cd type id seq tr jq diff xxd cut tree file git command time env nice stdbuf eval builtin exec [[ ! coproc strings du stat expr base64 ps comm column paste nl od hexdump hostname fold fmt tac basename";
const PHRASES = [
  "timeout 1",
  "bash -c",
  "sh -c",
  "git status",
  "git log",
  "git diff",
  "find .",
  "sed -n",
  "command -v",
];
const WORDS =
  "in in2 -n -o out - -- -exec {} + \\; ';' -delete -c -f -e -r -i -s -w '1p' '1w_m' '{print}' * *.c -o* [a-z]* ~ ~/x $'\\x2do' $'\\x{2d}oout' $'\\055oout' $'\\u002doout' $'-o\\0x'out \"-o\"out -\"o\"out -\\o --out=m --output=m --outp=m --compress-program=P --pre=./P --pre ./P -v 'x[$(P)]' x[\\$(P)] \"x[\\$(P)]\" -eq 1 = ] ]] 0 . a=b X=1 'a[`P`]' -C m {in,-oout} {a..c} -{o,x}out #c a#b -p -R -L -S -z -S1k +s -t -k1 %d %s x{,m} -oout -fprint -fls --files0-from=in -type f -name '*' -O -OP --ext-diff --textconv --no-index HEAD log status diff -V s";
const REDIRECTS = [
  ...[
    "> m",
    ">m",
    ">>m",
    "2>m",
    "&>m",
    ">&m",
    "<in",
    "<<<x",
    '<<<"$(P)"',
    "2>&1",
    ">/dev/null",
    "<>m",
    ">|m",
    "{fd}>m",
  ],
  ...[
    "> >(P)",
    "< <(P)",
    ">$x",
    "<in >m",
    "1<>m",
    ">&2",
    "<&3",
    "2>&-",
    ">& m",
    "&>>m",
    "<<E\n$(P)\nE\n",
    "<<'E'\n$(P)\nE\n",
  ],
  ...[
    "<<E\n`P`\nE\n",
    "<<-E\n\t$(P)\n\tE\n",
    "<<\\E\n$(P)\nE\n",
    '<<"E"\n$(P)\nE\n',
    "<<E\n$\x7bx:-$(P)}\nE\n",
    "<<E >m\nx\nE\n",
  ],
  ...["<<E | P\nx\nE\n", "<<E; P\nx\nE\n", "<<E&P\nx\nE\n", "<<E|P\nx\nE\n", "<<'E F'\nx\nE F\n", "<<E\\\nF\nx\nEF\n"],
  ...["<<E <<F\nx\nE\ny\nF\n", "<<E\nE \nE\nP\n", "<<$'E'\nx\nE\n", "<<E\nE\n", '<<"E\nx\nE\n'],
];
const JOINTS = [
  "; ",
  " && ",
  " || ",
  " | ",
  " & ",
  "\n",
  " |& ",
  ";",
  "&",
  "|",
  "\\\n",
  " # ",
  "\t",
  " \\\n ",
  "\n\\\n",
];
const CHARACTERS = "'\"\\$`(){}\n #;&|<>[]!=\u00a0~*";

/** Returns a random text for a shell: commands with options, redirections, substitutions and broken pieces. */
export function randomScript(random: Random): string {
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T;
  const program = () => pick(PROGRAMS);
  const substitution = () => pick(SUBSTITUTIONS)(program());
  const words = WORDS.split(" ");
  const names = [...COMMANDS.split(" "), ...PHRASES];
  const text = `${simple()}${random.next() < 0.5 ? pick(JOINTS) + (random.next() < 0.3 ? compound() : simple()) : ""}`;
  return random.next() < 0.4 ? damaged(text) : text;

  function simple(): string {
    let command = random.next() < 0.06 ? `${pick(["x=1", "LC_ALL=C", "A=$(P)", "a[$(P)]=1", "TERM=`P`"])} ` : "";
    command += pick(names);
    for (let left = random.below(5); left > 0; left--) command += pick([" ", " ", " ", "\t", " \\\n"]) + part();
    return command;
  }

  function part(): string {
    const kind = random.next();
    if (kind < 0.1) return substitution();
    if (kind < 0.18) return `"${pick(["a", "$x", substitution(), `\\${substitution()}`])}"`;
    if (kind < 0.3) return pick(REDIRECTS);
    if (kind < 0.34) return `'${simple().replaceAll("'", "'\\''")}'`;
    return pick(words).replace("_", " ");
  }

  function compound(): string {
    return pick([
      `if ${simple()}; then ${simple()}; fi`,
      `for i in ${pick(words)} ${substitution()}; do ${simple()}; done`,
      `while ${simple()}; do ${simple()}; break; done`,
      `case ${substitution()} in ${pick(["x", "*", "(x)"])}) ${simple()} ;; esac`,
      `{ ${simple()}; }`,
      `( ${simple()} )`,
      `cat() { ${simple()}; }; ${simple()}`,
      `[[ ${pick(words)} ${pick(["-eq", "==", "=~", "<"])} ${substitution()} ]]`,
      `for ((i=0;i<1;i+=${pick(["1", "a[$(P)]"])})); do ${simple()}; done`,
    ]);
  }

  function damaged(whole: string): string {
    const at = random.below(whole.length);
    const insert = random.next() < 0.7 ? pick([...CHARACTERS]) : "";
    return whole.slice(0, at) + insert + whole.slice(insert === "" ? at + 1 : at);
  }
}

const SUBSTITUTIONS: readonly ((program: string) => string)[] = [
  (program) => `$(${program})`,
  (program) => `\`${program}\``,
  (program) => `<(${program})`,
  (program) => `$((a[$(${program})]))`,
  (program) => `$[a[$(${program})]]`,
  (program) => `\${x:-$(${program})}`,
  (program) => `\${x#$(${program})}`,
  (program) => `\${a[$(${program})]}`,
  (program) => `\${x/a/$(${program})}`,
  (program) => `\${x:$(${program})}`,
  (program) => `\${x^^$(${program})}`,
  (program) => `\${ ${program}; }`,
  (program) => `$"$(${program})"`,
  () => ["$", "{x@P}"].join(""),
  () => ["$", "{!x}"].join(""),
];
