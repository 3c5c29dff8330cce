export const TURN_PREFIX_PROMPT = `The conversation above is the beginning of one turn that was too long to keep. Its end is kept word for word. Summarize the beginning so that the end can be understood.

Use exactly this form:

## Original Request
[What the user asked for in this turn]

## Early Progress
- [What was done and decided in this part]

## Context for the Rest
- [What one must know to understand the part that is kept]

Be brief. Keep file paths, names of functions and texts of errors letter by letter.`;
