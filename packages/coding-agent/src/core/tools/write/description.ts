export const description =
  "Write a file: creates it, with any missing parent folders, or replaces its whole content. To change part of a file, use edit.";

export const prompt = {
  promptSnippet: "Create files or replace them whole",
  promptGuidelines: ["Use write for new files and full rewrites only; use edit for changes within a file."],
};
