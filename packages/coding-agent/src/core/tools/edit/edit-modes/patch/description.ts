export const description = `Change, add, delete and move files with a unified diff. All of it is applied or none of it.

--- a/src/a.ts
+++ b/src/a.ts
@@ @@
   const name = read();
-  return "Hi " + name;
+  return "Hello " + name;
 }

Line numbers are not needed and not trusted: the unchanged lines of a hunk tell its place, so give about 3 before and behind each change, exactly as they are in the file, and more where they occur more than once. A new file comes from /dev/null, a deleted one goes to /dev/null; two names move a file.`;

export const inputDescription = "The unified diff, of one file or several";

export const prompt = {
  promptSnippet: "Change, add, delete and move files with a unified diff",
  promptGuidelines: ["Change existing files with edit, all files of one change in one diff."],
};
