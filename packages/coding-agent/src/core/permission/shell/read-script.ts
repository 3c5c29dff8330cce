import type { Node } from "@vscode/tree-sitter-wasm";
import { loadParser } from "../../syntax/grammar.ts";
import { endsElsewhere, hasBareExpansion, hiddenText, hidesExpansion } from "./expansions.ts";
import type { Redirect, ShellScript, SimpleCommand, Word } from "./shell-script.ts";
import { unwrapCommand } from "./unwrap-command.ts";
import { readWord } from "./words.ts";

/** Longer texts are not judged, so that padding cannot hide anything. */
const LONGEST = 10_000;
/** Maximum nesting of `sh -c` inside `sh -c`. */
const DEEPEST = 8;

/** Determines what a shell would do with a text. Resolves for every text: parts that cannot be parsed are listed as unclear. */
export async function readScript(text: string): Promise<ShellScript> {
  const reader = new ScriptReader(await loadParser("bash"));
  reader.read(text, { wrappers: [], assignments: [] });
  return reader.script;
}

/**
 * A line that continues without a blank on either side, which the shell joins to one word and the grammar does not, or an
 * empty one that continues, where the grammar loses the end of the line before.
 */
const JOINED = /(?<=[^\s\\]|\\\\)\\\n\S|(?:^|\n)[ \t]*\\\n/;

/** A redirection that puts the number of its descriptor into a variable, as in `: {PATH}</dev/null`. */
const NUMBERED = /(?<![^\s;&|()`])\{\w+(?:\[[^\]]*\])?\}[<>]/;

interface Around {
  readonly wrappers: readonly string[];
  readonly assignments: readonly string[];
  /** Words of the command that stand behind its redirections, as in `find . > log -delete`. */
  readonly rest?: readonly Node[];
}

type Parser = Awaited<ReturnType<typeof loadParser>>;

/** Node types whose children are statements again. Words in them are searched for substitutions. */
const COMPOUND: ReadonlySet<string> = new Set([
  "program",
  "list",
  "pipeline",
  "negated_command",
  "subshell",
  "compound_statement",
  "if_statement",
  "elif_clause",
  "else_clause",
  "while_statement",
  "for_statement",
  "c_style_for_statement",
  "do_group",
  "case_statement",
  "case_item",
  "function_definition",
  "redirected_statement",
]);

class ScriptReader {
  private readonly parser: Parser;
  private readonly commands: SimpleCommand[] = [];
  private readonly redirects: Redirect[] = [];
  private readonly unclear = new Set<string>();
  private pipelines = 0;
  private depth = 0;

  constructor(parser: Parser) {
    this.parser = parser;
  }

  get script(): ShellScript {
    return { commands: this.commands, redirects: this.redirects, unclear: [...this.unclear] };
  }

  read(text: string, around: Around): void {
    if (text.length > LONGEST) return void this.unclear.add(`it is longer than ${LONGEST} characters`);
    if (hasControl(text)) return void this.unclear.add("it contains control characters");
    if (JOINED.test(text)) return void this.unclear.add("a line is continued within a word");
    if (NUMBERED.test(text)) this.unclear.add("a redirection sets a variable");
    if (this.depth >= DEEPEST) return void this.unclear.add("shells are nested too deeply");
    const tree = this.parser.parse(text);
    if (!tree) return void this.unclear.add("it cannot be parsed");
    this.depth++;
    try {
      if (tree.rootNode.hasError) this.unclear.add("it is not valid bash");
      this.statement(tree.rootNode, around, undefined, false);
    } finally {
      this.depth--;
      tree.delete();
    }
  }

  /** Reads a statement. `pipeline` is the number of the pipeline around it, if there is one. */
  private statement(node: Node, around: Around, pipeline: number | undefined, hasInput: boolean): void {
    const { type } = node;
    if (type === "command") this.command(node, around, pipeline ?? this.pipelines++, hasInput);
    else if (type === "redirected_statement" || type === "negated_command")
      this.parts(node, around, pipeline, hasInput);
    else {
      if (around.rest) this.unclear.add("words follow a redirection");
      this.compound(node, { wrappers: around.wrappers, assignments: around.assignments }, pipeline, hasInput);
    }
  }

  private compound(node: Node, around: Around, pipeline: number | undefined, hasInput: boolean): void {
    const { type } = node;
    if (type === "pipeline") this.pipeline(node, around, pipeline, hasInput);
    else if (COMPOUND.has(type)) {
      if (type === "for_statement") this.loopVariable(node);
      if (type === "c_style_for_statement") this.loopConditions(node);
      this.parts(node, around, pipeline, hasInput);
    } else if (type === "variable_assignment" || type === "variable_assignments") this.assignment(node);
    else if (type === "declaration_command" || type === "unset_command") this.declaration(node, around);
    else if (type === "test_command") this.test(node);
    else if (type !== "comment") this.other(node);
  }

  private pipeline(node: Node, around: Around, outer: number | undefined, hasInput: boolean): void {
    const number = outer ?? this.pipelines++;
    let input = hasInput;
    for (const part of node.namedChildren) {
      if (!part) continue;
      this.statement(part, around, number, input);
      input = true;
    }
  }

  /** Reads the statements in a statement. A redirection is a sibling of the one that it feeds. */
  private parts(node: Node, around: Around, outer: number | undefined, hasInput: boolean): void {
    const pipeline = node.type === "redirected_statement" ? (outer ?? this.pipelines++) : outer;
    const redirects = node.namedChildren.flatMap((part) => (part && REDIRECTS.has(part.type) ? [part] : []));
    const rest = redirects.flatMap(wordsBehind);
    const inner = rest.length === 0 ? around : { ...around, rest };
    const isFed = hasInput || redirects.some(feeds);
    for (const part of node.namedChildren)
      if (part && REDIRECTS.has(part.type)) this.other(part, pipeline);
      else if (part) this.statement(part, inner, pipeline, isFed);
  }

  private command(node: Node, { rest = [], ...around }: Around, pipeline: number, hasInput: boolean): void {
    const words: Word[] = [];
    const behind = [...rest];
    const assignments = [...around.assignments];
    let isFed = hasInput;
    // The grammar splits words such as `-$"o"`, and gives a part of them no name.
    if (node.children.some((part) => part && !part.isNamed)) this.unclear.add(`it contains ${describe(node)}`);
    for (const part of node.namedChildren) {
      if (!part) continue;
      if (part.type === "variable_assignment") {
        assignments.push(part.childForFieldName("name")?.text ?? "?");
        this.substitutions(part, pipeline);
      } else if (REDIRECTS.has(part.type)) {
        isFed ||= feeds(part);
        behind.unshift(...wordsBehind(part));
        this.other(part, pipeline);
      } else words.push(this.word(part.type === "command_name" ? (part.namedChildren[0] ?? part) : part, pipeline));
    }
    words.push(...behind.map(readWord));
    this.add({ words, assignments, wrappers: around.wrappers, pipeline, hasInput: isFed });
  }

  /** Adds the command itself, or the command that its wrappers start. */
  private add(command: SimpleCommand): void {
    const { command: inner, scripts, unclear, onlyRunsScripts } = unwrapCommand(command);
    if (!onlyRunsScripts) this.commands.push(inner);
    for (const reason of unclear) this.unclear.add(reason);
    for (const { text, wrapper } of scripts)
      this.read(text, { wrappers: [...inner.wrappers, wrapper], assignments: inner.assignments });
  }

  private assignment(node: Node): void {
    this.substitutions(node);
    // The assigned value may be the name of a later command, or change how the shell finds commands.
    this.sets(node.childForFieldName("name")?.text ?? "");
  }

  /** Records the variable of a loop, unless its name is one that no program reads: short names in small letters. */
  private loopVariable(node: Node): void {
    const name = node.childForFieldName("variable")?.text ?? "";
    if (!/^[a-z][a-z0-9]*$/.test(name) || name === "histchars") this.sets(name);
  }

  private loopConditions(node: Node): void {
    const parts = ["initializer", "condition", "update"].flatMap((name) => node.childrenForFieldName(name));
    if (parts.some((part) => part && COMPUTES.test(part.text))) this.unclear.add(COMPUTED);
  }

  private sets(name: string): void {
    this.commands.push({
      words: [{ text: "=", isLiteral: true }],
      assignments: [name],
      wrappers: [],
      pipeline: this.pipelines++,
      hasInput: false,
    });
  }

  private declaration(node: Node, around: Around): void {
    const words = node.text.split(/\s/, 1).map((text) => ({ text, isLiteral: true }));
    const rest = node.namedChildren.flatMap((part) => (part ? [this.word(part)] : []));
    const assignments = node.namedChildren.flatMap((part) =>
      part?.type === "variable_assignment" ? [part.childForFieldName("name")?.text ?? "?"] : [],
    );
    this.add({
      words: [...words, ...rest],
      assignments: [...around.assignments, ...assignments],
      wrappers: around.wrappers,
      pipeline: this.pipelines++,
      hasInput: false,
    });
  }

  /** Checks a test, which evaluates subscripts even in quotes: `[[ 'x[$(id)]' -eq 0 ]]` runs `id`. */
  private test(node: Node): void {
    const inside = node.text.replace(/^\[\[?|\]?\]$/g, "");
    if (inside.includes("[") && /[$`]/.test(inside)) this.unclear.add("a test may evaluate a subscript");
    // A variable may hold such a subscript, and a comparison of numbers evaluates its operands.
    if (/\s-(?:eq|ne|lt|le|gt|ge)\s/.test(inside) && /[A-Za-z$`]/.test(inside.replace(/\s-[a-z]{1,2}(?=\s)/g, "")))
      this.unclear.add("a test computes with a variable");
    if (/(?:^|\s)-[vR]\s+(?!\w+(?:\s|$))/.test(inside))
      this.unclear.add("a test looks up a variable whose name is computed");
    // What such a word becomes may be an operator: `-v` runs the subscript of the next word.
    if (!node.text.startsWith("[[") && hasBareExpansion(node))
      this.unclear.add("a test contains an expansion without quotes");
    this.substitutions(node);
  }

  /** Handles a part that is not a statement: a word, a redirection or an expansion. */
  private other(node: Node, pipeline?: number): void {
    if (node.type === "file_redirect") this.fileRedirect(node, pipeline);
    else if (FEEDS.has(node.type)) this.fed(node, pipeline);
    else {
      if (!KNOWN.has(node.type)) this.unclear.add(`it contains ${describe(node)}`);
      this.substitutions(node, pipeline);
    }
  }

  private fed(node: Node, pipeline?: number): void {
    if (node.type === "heredoc_redirect" && endsElsewhere(node))
      this.unclear.add("a here-document may end at another line");
    if (hidesExpansion(node)) this.unclear.add("a here-document contains an expansion");
    for (const part of node.namedChildren) {
      if (!part) continue;
      if (part.type === "file_redirect") this.fileRedirect(part, pipeline);
      else if (COMPOUND.has(part.type) || part.type === "command")
        this.statement(part, { wrappers: [], assignments: [] }, pipeline, true);
      else this.substitutions(part, pipeline);
    }
  }

  private fileRedirect(node: Node, pipeline?: number): void {
    const target = node.childForFieldName("destination");
    this.substitutions(node, pipeline);
    const operator = operatorOf(node);
    if (!target || closes(operator)) return;
    const word = readWord(target);
    // `2>&1` and `>&-` name a descriptor, not a file.
    if (/&$/.test(operator) && /^(?:\d+-?|-)$/.test(word.text)) return;
    this.redirects.push({ kind: operator.startsWith("<") && operator !== "<>" ? "read" : "write", target: word });
  }

  private word(node: Node, pipeline?: number): Word {
    this.substitutions(node, pipeline);
    return readWord(node);
  }

  /** Collects the commands inside a word, which run too: `$(…)`, backticks, `<(…)`, and those in subscripts and arithmetic. */
  private substitutions(node: Node, pipeline?: number): void {
    if (node.type === "command_substitution" || node.type === "process_substitution") {
      for (const part of node.namedChildren)
        if (part) this.statement(part, { wrappers: [], assignments: [] }, pipeline, false);
      return;
    }
    if (EVALUATED.has(node.type) && COMPUTES.test(node.text.slice(2))) this.unclear.add(COMPUTED);
    if (node.type === "expansion") this.expansion(node.text);
    else if (node.type === "simple_expansion") this.variable(node.text.slice(1));
    if (node.type === "ERROR") this.unclear.add("it is not valid bash");
    this.hidden(node);
    for (const part of node.namedChildren) if (part) this.substitutions(part, pipeline);
  }

  /** Reads what the grammar takes for plain text as a script of its own, so that rules that deny find its commands. */
  private hidden(node: Node): void {
    const text = hiddenText(node);
    if (text === undefined) return;
    this.unclear.add(`it contains ${describe(node)}`);
    this.read(text, { wrappers: [], assignments: [] });
  }

  /** Checks `${…}`: some forms run the value, follow a name in it, compute with it or assign it. */
  private expansion(text: string): void {
    const [, indirect, name = "", subscript = "", operation = ""] = EXPANSION.exec(text) ?? [];
    this.variable(name);
    if (/@[PEAKak]\s*$/.test(operation)) this.unclear.add("an expansion runs its value");
    if (indirect && !/^[*@]$/.test(operation)) this.unclear.add("an expansion follows a name that is computed");
    if (/^:?=/.test(operation)) this.unclear.add("an expansion sets a variable");
    if (/^:[^-+?=]/.test(operation) && /[A-Za-z_$`]/.test(operation))
      this.unclear.add("an expansion computes with a variable");
    if (/[A-Za-z_$`]/.test(subscript)) this.unclear.add("a subscript contains a variable");
  }

  private variable(name: string): void {
    if (KEYS.test(name)) this.unclear.add(`it shows the variable ${name}, which may hold a key`);
  }
}

/** Names of variables that hold keys. */
const KEYS = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH/i;

const REDIRECTS: ReadonlySet<string> = new Set(["file_redirect", "heredoc_redirect", "herestring_redirect"]);
const FEEDS: ReadonlySet<string> = new Set(["heredoc_redirect", "herestring_redirect"]);
const EVALUATED: ReadonlySet<string> = new Set(["arithmetic_expansion", "subscript"]);

/** A variable in arithmetic may hold a subscript with a command in it, which the shell then runs. */
const COMPUTES = /[$`A-Za-z_]/;
const COMPUTED = "an arithmetic expression contains a variable";

/** The parts of `${…}`: indirection, name, subscript, operation. */
const EXPANSION = /^\$\{(!?)#?(\w+|[@*?$-])?(\[.*?\])?(.*)\}$/s;

/** Parts of compound statements that are words or expressions. */
const KNOWN: ReadonlySet<string> = new Set([
  "word",
  "number",
  "string",
  "raw_string",
  "ansi_c_string",
  "translated_string",
  "concatenation",
  "extglob_pattern",
  "regex",
  "variable_name",
  "simple_expansion",
  "expansion",
  "command_substitution",
  "process_substitution",
  "arithmetic_expansion",
  "binary_expression",
  "unary_expression",
  "postfix_expression",
  "ternary_expression",
  "parenthesized_expression",
  "brace_expression",
  "file_descriptor",
  "subscript",
  "array",
]);

/** Returns whether a text contains characters that the grammar and the shell do not separate words at in the same way. */
function hasControl(text: string): boolean {
  return [...text].some((char) => char !== "\n" && char !== "\t" && (char < " " || char === "\x7f"));
}

/** Returns whether a redirection gives the statement its input. */
function feeds(redirect: Node): boolean {
  return FEEDS.has(redirect.type) || operatorOf(redirect).startsWith("<");
}

function operatorOf(redirect: Node): string {
  return redirect.children.find((part) => part !== null && !part.isNamed)?.text ?? ">";
}

/** Returns whether a redirection closes a descriptor, so that no file follows. */
function closes(operator: string): boolean {
  return /[<>]&-$/.test(operator);
}

/** Returns the words that the grammar counts to a redirection, but the shell to the command. */
function wordsBehind(redirect: Node): Node[] {
  const field = (name: string) => redirect.childrenForFieldName(name).flatMap((part) => part ?? []);
  if (redirect.type === "file_redirect") return field("destination").slice(closes(operatorOf(redirect)) ? 0 : 1);
  return [...field("argument"), ...field("redirect").flatMap(wordsBehind)];
}

function describe(node: Node): string {
  return `“${node.text.length > 40 ? `${node.text.slice(0, 40)}…` : node.text}”`;
}
