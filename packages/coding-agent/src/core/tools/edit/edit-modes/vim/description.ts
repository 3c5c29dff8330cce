export const description = `Change files with Vim's Ex commands. All of it is applied or none of it.

:e src/a.ts
:/^export function start/,/^}$/c
export function start() {
  run();
}
.
:/^import fs/a
import path from "node:path";
.
:/oldName(/d
:%s/\\<oldName\\>/newName/g

Name lines by patterns (magic, \\v and \\V work), never by numbers: the first pattern of a command must match one line of the file alone, and each further one is looked for from there: /^class B/ /run()/ is one line, /a/,/b/ a range. Commands: a and i (append, insert), c (change), d (delete), s/old/new/g, and g/pattern/d or g/pattern/s/old/new/. The text of a, i and c ends with a line that holds a dot alone. 0a and $a add to the beginning and the end, and make a new file. All patterns refer to the file as it is before the call.`;

export const inputDescription = "The commands; :e PATH begins each file";

export const prompt = {
  promptSnippet: "Change files with Vim's Ex commands",
  promptGuidelines: [
    "Change existing files with edit, all files of one change in one call. Read the lines before you change them.",
  ],
};
