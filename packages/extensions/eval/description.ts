/** What the model reads about the tool. */
export const DESCRIPTION = `Runs Python or JavaScript cells in kernels that keep variables, imports and functions from call to call. Use it in place of \`python -c\`, \`node -e\` and throw-away scripts: for calculations, data, charts, experiments, and to call tools in a loop.
The input is one cell, or several:
*** Cell py:"load the data" t:60
rows = read("data.csv").splitlines()
*** Cell js:"check"
await tool.grep({ pattern: "TODO" })
*** End
A header names the language (py, js, ts), a title, a time limit for the cell (t:90, t:500ms, t:2m; default 30 s, at most 600 s) and rst, which begins with an empty kernel of that language. Code without a header is one cell. The first failing cell stops the run; what the cells before it did stays.
The value of the last expression is shown, and what was printed. Top-level await works in both.
In every cell: tool.<name>(args) calls a tool that you have (Python: tool.read(path="a"), which returns the value; JavaScript: await tool.read({ path: "a" })); display(value) shows objects, tables and images; read, write, append, tree, diff, sort, uniq, counter, env, output(artifact id).
Python: figures of matplotlib are shown; %pip install x, %%bash, !command and other notebook commands work. JavaScript: import and require resolve from the working directory.
Cells cannot ask for input. They run in the sandbox of bash commands: they change the workspace only, and reach no network unless it is allowed.`;

export const SNIPPET = "run Python or JavaScript cells that keep their state";
