/** Returns the description for the model. Payload lines begin with `separator`. */
export function description(separator: string): string {
  return `Change lines of files by their anchors. read and grep show each line as NUMBER+LETTERS|TEXT, such as 12kx|return a; the part before | is its anchor. All operations are made or none; all anchors are those shown before the call.

@@ src/a.ts
= 12kx..13ab
${separator}  return "Hello " + name;
+ 20qe
${separator}
${separator}export const x = 1;
- 30aa..31bd

= A..B replaces the lines from A to B, - A..B deletes them (A..A for one line), + A inserts behind A, < A before it; BOF and EOF stand for the beginning and the end of the file. The lines below an operation begin with ${separator} and are the new text, without anchors: the replaced lines and no others. Begin each file with @@ and its path; a file that does not exist is made with + BOF.`;
}

export const inputDescription = "The operations, each file begun with @@ PATH";

export const prompt = {
  promptSnippet: "Change lines of files by the anchors that read and grep show",
  promptGuidelines: ["Change existing files with edit, all operations on them in one call."],
};

/** Returns the grammar of the format, in Lark. */
export function grammar(separator: string): string {
  return `start: section+
section: "@@ " /(.+)/ LF op+
op: insert | delete | replace
insert: ("+ " | "< ") place LF payload+
delete: "- " ANCHOR ".." ANCHOR LF
replace: "= " ANCHOR ".." ANCHOR LF payload*
place: ANCHOR | "BOF" | "EOF"
payload: ${JSON.stringify(separator)} /(.*)/ LF
ANCHOR: /[0-9]+[a-z][a-z]/

%import common.LF
`;
}
