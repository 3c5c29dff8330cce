import { startProgram } from "@tau/testkit";
import { expect } from "vitest";
import { sourceUrl } from "../core/run-script.ts";
import { testAttempts } from "./attempt.ts";

/** Repeated often, each leads some expression to begin everywhere and end nowhere. */
const PUMPS = [
  ...[
    " ",
    "\t",
    "\n",
    "\r",
    "\u2028",
    "a",
    "A",
    "0",
    "-",
    "_",
    "=",
    "~",
    "`",
    "*",
    "#",
    "|",
    ":",
    ".",
    "/",
    "@",
    "'",
    '"',
    "[",
    "<",
    "$",
    "\\",
  ],
  "-eyJaaaaaaaaaa",
  "eyJaaaaaaaaaa.",
  "a.",
  ".eyJaaaaaaaaaa.aaaaaaaaaa",
  "-----BEGIN PRIVATE KEY-----",
  "-----END PRIVATE KEY-----",
  "-----BEGIN A",
  "Bearer ",
  "KEY=",
  "A_KEY",
  "://a",
  "://a@",
  "sk-",
  "```\n",
  "** a",
  "~~a",
  "[a](https://",
  "- ",
  "1. ",
  "> ",
  "| - ",
  "|:-",
  ":- ",
  "-|- ",
  " -name",
  " -exec",
  "find -name x;",
  "<a ",
  "</",
  "${1:-",
  "<handoff-context>\n",
  "\x1b[0",
  "\x1b]0;",
];

/** What stands before the repetition, to get an expression started. */
const STARTS = [
  "",
  "# ",
  "- ",
  "| a\n",
  "---\n",
  "```",
  "`",
  "cat ",
  "find ",
  "sed ",
  "perl ",
  "echo ",
  "cd ",
  "x-y://",
  "-----BEGIN PRIVATE KEY-----",
];
/** And after it, to make it fail. */
const ENDS = ["", "x", "\u2028x", "|", "`"];

/** The functions of Tau whose expressions run over texts of others: models, servers, files and packages. */
const TARGETS = [
  {
    name: "Markdown of the exported page",
    module: "core/export/markdown-html.ts",
    call: "({ markdownToHtml }, text) => markdownToHtml(text)",
  },
  { name: "redaction", module: "core/redaction/index.ts", call: "({ redactSecrets }, text) => redactSecrets(text)" },
  {
    name: "rules for commands",
    module: "core/tools/bash/command-rules.ts",
    call: "({ findRefusal }, text) => findRefusal(text, () => true)",
  },
  {
    name: "terminal sequences",
    module: "core/output/terminal-text.ts",
    call: "({ stripTerminalSequences }, text) => stripTerminalSequences(text)",
  },
  {
    name: "an answer in a code fence",
    module: "modes/print/checked-answer.ts",
    call: "({ checkAnswer }, text) => checkAnswer(text, {})",
  },
  {
    name: "frontmatter",
    module: "../../agent/src/frontmatter/index.ts",
    call: "({ parseFrontmatter }, text) => parseFrontmatter('---\\n' + text + '\\n---\\nbody')",
  },
  {
    name: "placeholders of a template",
    module: "../../agent/src/templates/substitute-args.ts",
    call: "({ substituteArgs }, text) => substituteArgs(text, ['one'])",
  },
  {
    name: "a title",
    module: "../../extensions/titles/title-from.ts",
    call: "({ titleFrom }, text) => titleFrom(text)",
  },
];

/** In characters. The square of it is far more than any expression can take before the deadline. */
const LENGTH = 300_000;

/**
 * Nothing is timed. An expression that takes the square of such a text takes minutes; the process is ended before, and the test
 * fails with the text that it was at.
 */
testAttempts(
  TARGETS.map(({ name, module, call }) => ({
    attempt: `texts of ${LENGTH} characters for ${name}, ${PUMPS.length} repetitions with ${STARTS.length} beginnings and ${ENDS.length} ends`,
    outcome: "each is read to its end",
    run: async () => {
      const source = `
        import { writeSync } from "node:fs";
        const loaded = await import(${JSON.stringify(sourceUrl(module))});
        const call = ${call};
        const [PUMPS, STARTS, ENDS] = ${JSON.stringify([PUMPS, STARTS, ENDS])};
        for (const [index, pump] of PUMPS.entries()) {
          const body = pump.repeat(Math.ceil(${LENGTH} / pump.length));
          // Every pump in full length with one beginning and end; all pairs of them in a part of it.
          for (const [at, start] of STARTS.entries()) {
            const end = ENDS[(at + index) % ENDS.length];
            const text = start + (at === index % STARTS.length ? body : body.slice(0, ${LENGTH / 25})) + end;
            writeSync(1, JSON.stringify([start, pump, end]) + "\\n");
            try { await call(loaded, text); } catch (error) { if (error instanceof RangeError) throw error; }
          }
        }
        writeSync(1, "done");`;
      const program = startProgram({
        command: process.execPath,
        args: ["--conditions=@tau/source", "--input-type=module", "--no-warnings", "-e", source],
        cwd: "/",
        env: { PATH: process.env.PATH ?? "", NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "" },
      });
      const deadline = setTimeout(() => program.kill("SIGKILL"), 100_000);
      const exit = await program.exited;
      clearTimeout(deadline);
      expect({ at: exit.stdout.split("\n").at(-1) || exit.stdout.slice(-200), stderr: exit.stderr }).toEqual({
        at: "done",
        stderr: "",
      });
    },
  })),
  { timeout: 120_000 },
);
