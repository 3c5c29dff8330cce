export const DESCRIPTION = `Edits and runs cells of a Jupyter notebook (.ipynb). read shows the cells with their numbers (cell:N).
- replace, insert, delete change one cell: source is its whole text. insert puts the new cell after cell N (0: at the beginning; absent: at the end); into a file that does not exist it makes a notebook.
- run runs code cells in the kernel of eval and stores their outputs in the file: cells is "3", "2-5" or "2-5,8"; absent, all. The first failing cell stops the run. State stays: eval sees the variables.`;

export const SNIPPET = "edit and run cells of a notebook";
