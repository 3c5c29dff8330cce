import type { ExtensionContext, ExtensionUIDialogOptions } from "@tau/coding-agent";
import { cleanText } from "../clean-text.ts";
import { isObject, type JsonObject, textOf } from "../json.ts";

export interface FormField {
  readonly name: string;
  readonly field: JsonObject;
  readonly isRequired: boolean;
  readonly server: string;
}

type FieldValue = string | number | boolean | string[];
type Answer = { readonly value?: FieldValue } | "cancelled";
type Ui = Pick<ExtensionContext["ui"], "select" | "input" | "notify">;

interface Choice {
  readonly value: string;
  readonly label: string;
}

const SKIP = "(leave empty)";
const DONE = "(done)";
/** Limits the attempts, for a client that always gives the same wrong answer. */
const MAX_ATTEMPTS = 20;

/** Asks for one field of a form until the answer is valid. */
export async function askField(form: FormField, ui: Ui, limits: ExtensionUIDialogOptions): Promise<Answer> {
  const { field } = form;
  if (field.type === "boolean") return await askBoolean(form, ui, limits);
  if (field.type === "array") return await askSeveral(form, ui, limits);
  const choices = choicesOf(field);
  return choices ? await askOne(form, choices, ui, limits) : await askText(form, ui, limits);
}

async function askBoolean(form: FormField, ui: Ui, limits: ExtensionUIDialogOptions): Promise<Answer> {
  const words = form.field.default === true ? ["Yes", "No"] : ["No", "Yes"];
  const answer = await ui.select(titleOf(form), [...words, ...(form.isRequired ? [] : [SKIP])], limits);
  if (answer === undefined) return "cancelled";
  return answer === SKIP ? {} : { value: answer === "Yes" };
}

async function askOne(
  form: FormField,
  choices: readonly Choice[],
  ui: Ui,
  limits: ExtensionUIDialogOptions,
): Promise<Answer> {
  // The server's default comes first.
  const inOrder = choices.toSorted(
    (a, b) => Number(b.value === form.field.default) - Number(a.value === form.field.default),
  );
  const labels = inOrder.map(({ label }) => label);
  const answer = await ui.select(titleOf(form), [...labels, ...(form.isRequired ? [] : [SKIP])], limits);
  if (answer === undefined) return "cancelled";
  const chosen = inOrder.find(({ label }) => label === answer);
  return chosen ? { value: chosen.value } : {};
}

/** Shows a list again after each choice, until the user is done. */
async function askSeveral(
  form: FormField,
  ui: Ui,
  limits: ExtensionUIDialogOptions,
  chosen = defaultsOf(form.field),
  attempt = 1,
): Promise<Answer> {
  const { field, isRequired } = form;
  const choices = choicesOf(isObject(field.items) ? field.items : {}) ?? [];
  const labels = choices.map(({ value, label }) => `${chosen.includes(value) ? "[x]" : "[ ]"} ${label}`);
  const answer = await ui.select(titleOf(form), [DONE, ...labels], limits);
  if (answer === undefined) return "cancelled";
  const toggled = choices[labels.indexOf(answer)]?.value;
  if (toggled !== undefined) {
    const others = chosen.filter((value) => value !== toggled);
    return await askSeveral(form, ui, limits, chosen.includes(toggled) ? others : [...chosen, toggled]);
  }
  const problem = countProblem(chosen.length, field);
  if (problem === undefined) return chosen.length > 0 || isRequired ? { value: [...chosen] } : {};
  if (attempt >= MAX_ATTEMPTS) return "cancelled";
  ui.notify(problem, "warning");
  return await askSeveral(form, ui, limits, chosen, attempt + 1);
}

function defaultsOf({ default: given }: JsonObject): readonly string[] {
  return Array.isArray(given) ? given.map(String) : [];
}

async function askText(form: FormField, ui: Ui, limits: ExtensionUIDialogOptions): Promise<Answer> {
  const { field, isRequired } = form;
  const suggested = field.default === undefined ? "" : String(field.default);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const answer = await ui.input(titleOf(form), suggested, limits);
    if (answer === undefined) return "cancelled";
    const text = answer === "" ? suggested : answer;
    if (text === "" && !isRequired) return {};
    const problem = textProblem(text, field);
    if (problem === undefined) return { value: isNumeric(field) ? Number(text) : text };
    ui.notify(problem, "warning");
  }
  return "cancelled";
}

function titleOf({ name, field, isRequired, server }: FormField): string {
  const label = cleanText(textOf(field.title) ?? name, 100);
  const about = cleanText(textOf(field.description) ?? "", 500);
  return [`${server}: ${label}${isRequired ? "" : " (optional)"}`, about].filter(Boolean).join("\n");
}

/** Returns the choices of an `enum` with optional `enumNames`, or of a list of constants with titles. */
function choicesOf(field: JsonObject): Choice[] | undefined {
  const named = field.oneOf ?? field.anyOf;
  if (Array.isArray(named))
    return named.filter(isObject).map((choice) => choiceOf(String(choice.const), textOf(choice.title)));
  if (!Array.isArray(field.enum)) return undefined;
  const names: readonly unknown[] = Array.isArray(field.enumNames) ? field.enumNames : [];
  return field.enum.map((value, index) => choiceOf(String(value), textOf(names[index])));
}

function choiceOf(value: string, title: string | undefined): Choice {
  return { value, label: cleanText(title ?? value, 200) };
}

function isNumeric({ type }: JsonObject): boolean {
  return type === "number" || type === "integer";
}

const FORMATS: Readonly<Record<string, { readonly test: (text: string) => boolean; readonly name: string }>> = {
  email: { test: (text) => /^\S+@\S+\.\S+$/.test(text), name: "an e-mail address" },
  uri: { test: (text) => URL.canParse(text), name: "a URI" },
  date: {
    test: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
    name: "a date, as 2026-01-31",
  },
  "date-time": { test: (text) => !Number.isNaN(Date.parse(text)), name: "a date with time" },
};

/** Returns why a text is not valid, or undefined if it is. */
function textProblem(text: string, field: JsonObject): string | undefined {
  if (isNumeric(field)) return numberProblem(Number(text), text, field);
  const { minLength, maxLength, format } = field;
  if (typeof minLength === "number" && text.length < minLength) return `At least ${minLength} characters are needed.`;
  if (typeof maxLength === "number" && text.length > maxLength) return `At most ${maxLength} characters are possible.`;
  const wanted = typeof format === "string" && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return wanted && !wanted.test(text) ? `This must be ${wanted.name}.` : undefined;
}

function numberProblem(value: number, text: string, { type, minimum, maximum }: JsonObject): string | undefined {
  if (text.trim() === "" || !Number.isFinite(value)) return "This must be a number.";
  if (type === "integer" && !Number.isInteger(value)) return "This must be a whole number.";
  if (typeof minimum === "number" && value < minimum) return `This must be at least ${minimum}.`;
  if (typeof maximum === "number" && value > maximum) return `This must be at most ${maximum}.`;
  return undefined;
}

function countProblem(count: number, { minItems, maxItems }: JsonObject): string | undefined {
  if (typeof minItems === "number" && count < minItems) return `Choose at least ${minItems}.`;
  return typeof maxItems === "number" && count > maxItems ? `Choose at most ${maxItems}.` : undefined;
}
