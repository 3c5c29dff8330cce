export const description = `Change, add, delete and move files with a patch. All of the patch is applied or none of it.

*** Begin Patch
*** Update File: src/a.ts
@@ function greet() {
   const name = read();
-  return "Hi " + name;
+  return "Hello " + name;
 }
*** Add File: src/new.ts
+export const x = 1;
*** Delete File: old.ts
*** End Patch

In an update each line begins with a blank (unchanged), - (removed) or + (added). Give about 3 unchanged lines before and behind each change, exactly as they are in the file. Where these lines occur more than once, put "@@ " and the head of the class or function before them. "*** Move to: PATH" behind "*** Update File:" renames the file; "*** End of File" says that a hunk ends the file.`;

export const inputDescription = 'The whole patch, from "*** Begin Patch" to "*** End Patch"';

export const prompt = {
  promptSnippet: "Change, add, delete and move files with a patch",
  promptGuidelines: ["Change existing files with edit, all files of one change in one patch."],
};

/** The grammar of the format, in Lark. */
export const grammar = `start: begin_patch hunk+ end_patch
begin_patch: "*** Begin Patch" LF
end_patch: "*** End Patch" LF?

hunk: add_hunk | delete_hunk | update_hunk
add_hunk: "*** Add File: " filename LF add_line+
delete_hunk: "*** Delete File: " filename LF
update_hunk: "*** Update File: " filename LF change_move? change?

filename: /(.+)/
add_line: "+" /(.*)/ LF

change_move: "*** Move to: " filename LF
change: (change_context | change_line)+ eof_line?
change_context: ("@@" | "@@ " /(.+)/) LF
change_line: ("+" | "-" | " ") /(.*)/ LF
eof_line: "*** End of File" LF

%import common.LF
`;
