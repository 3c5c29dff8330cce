export const description = `Find files by name pattern (glob). *.ts is looked for at any depth, src/**/*.test.ts below any folder. \
Answers paths relative to the search directory, the newest first. Hidden files are included; what .gitignore excludes is not. At most 1000 results or 50KB.`;

export const prompt = { promptSnippet: "Find files by name pattern", promptGuidelines: [] };
