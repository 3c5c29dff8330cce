// Checks that messages and docs are in plain English: finds phrases that readers stumble over.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { at } from "./bootstrap/root.mjs";
import { sourceFiles } from "./source-files.mjs";

/** The phrases, each with what to write instead. */
const PHRASES = [
  [/\b(?:nobody|whoever|somebody)\b/gi, "name who or what it is"],
  [/\bmend(?:s|ed|ing)?\b/gi, "fix, correct, repair"],
  [/\bonce more to\b/gi, "press … again to …"],
  [/\b(?:is|are|was) told(?: of)?\b/gi, "say what happens: reported, notified"],
  [/\b(?:say|type) anything to\b/gi, "type a message to continue"],
  [/\b(?:go|goes|going|gone|went) on\b/gi, "continue"],
  [/\bnot logged in to\b/gi, "not signed in to"],
  [/\bgone back to\b/gi, "returned to"],
  [/\bwants? to be\b/gi, "must be"],
  [/\bby itself\b/gi, "automatically"],
];

/** Matches a string, a template, or a comment. */
const TOKEN = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

const found = [...sources()].flatMap(problemsIn);
for (const line of found) console.log(line);
if (found.length > 0) console.log(`${found.length} phrases to rewrite (scripts/plain-words.mjs says how).`);
process.exitCode = found.length > 0 ? 1 : 0;

function* sources() {
  for (const folder of ["packages", "docs", "examples"]) yield* sourceFiles(folder);
  yield at("README.md");
  yield at("CHANGELOG.md");
}

function problemsIn(path) {
  const text = readFileSync(path, "utf8");
  const parts = path.endsWith(".md") ? [{ text, index: 0 }] : [...text.matchAll(TOKEN)].filter(isMessage);
  return parts.flatMap((part) =>
    PHRASES.flatMap(([phrase, instead]) =>
      [...(part[0] ?? part.text).matchAll(phrase)].map((match) => {
        const line = text.slice(0, part.index + match.index).split("\n").length;
        return `${relative(at("."), path)}:${line}: "${match[0]}": ${instead}`;
      }),
    ),
  );
}

/** Returns whether a token is a message. Comments are for developers; a string without a blank is a name. */
function isMessage([token]) {
  return !token.startsWith("/") && /\s/.test(token);
}
