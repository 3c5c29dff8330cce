import { SUMMARY_FORM } from "./summary-form.ts";

export const INITIAL_SUMMARY_PROMPT = `Summarize the conversation above so that another assistant can take over the work from your summary alone.

Use exactly this form:

${SUMMARY_FORM}

## Critical Context
- [Facts, values, references without which the work cannot continue; "(none)" if nothing]

Be brief. Keep file paths, names of functions and texts of errors letter by letter.`;
