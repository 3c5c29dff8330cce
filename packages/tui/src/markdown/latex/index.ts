export { type RenderLatexOptions, renderLatex } from "./render-latex.ts";
