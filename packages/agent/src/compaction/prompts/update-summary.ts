import { SUMMARY_FORM } from "./summary-form.ts";

export const UPDATE_SUMMARY_PROMPT = `The conversation above goes on from where the summary in <previous-summary> ends. Write one summary that covers both.

- Keep what the previous summary says unless the conversation has overtaken it.
- Move what has been finished from In Progress to Done, and bring Next Steps up to date.
- Add new decisions, constraints and facts. Drop what nobody will need again.

Use exactly this form:

${SUMMARY_FORM}

## Critical Context
- [Facts, values, references without which the work cannot go on; "(none)" if nothing]

Be brief. Keep file paths, names of functions and texts of errors letter by letter.`;
