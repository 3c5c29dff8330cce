export const description = "Write a file: creates it, with any missing parent folders, or replaces its whole content.";

export const prompt = {
  promptSnippet: "Create files or replace them whole",
  promptGuidelines: ["Use write for new files, or when most of a file changes."],
};
