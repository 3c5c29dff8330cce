import { SUMMARY_FORM } from "./summary-form.ts";

export const UPDATE_SUMMARY_PROMPT = `The conversation above continues where the summary in <previous-summary> ends. Write one summary that covers both.

- Keep what the previous summary says unless the conversation has overtaken it.
- Move what has been finished from In Progress to Done, and bring Next Steps up to date.
- Add new decisions, constraints and facts. Drop what will not be needed again.

Use exactly this form:

${SUMMARY_FORM}

## Critical Context
- [Facts, values, references without which the work cannot continue; "(none)" if nothing]

Be brief. Keep file paths, names of functions and texts of errors letter by letter.`;
