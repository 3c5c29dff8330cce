export const description = `Search the contents of files for a regular expression or literal text. Answers lines as path:line: text. \
What .gitignore excludes is not searched. At most 100 matches or 50KB; lines are cut at 500 characters.`;

export const prompt = { promptSnippet: "Search the contents of files", promptGuidelines: [] };
