import { type Format, LimitedText } from "../format.ts";
import { OfficeFile } from "./office-file.ts";

const PRESENTATION = "ppt/presentation.xml";
const MAX_LEVEL = 8;

/** Shows the text of a presentation slide by slide: titles, points and tables as in Markdown, with the notes. */
export const readPptx: Format = async (input) => {
  const file = await OfficeFile.open(input.source);
  if (!file) return undefined;
  if (!file.has(PRESENTATION)) throw new Error("it is no presentation: it has no ppt/presentation.xml");
  const slides = await slideNames(file);
  const text = new LimitedText(input);
  for (const [index, slide] of slides.entries()) {
    const { title, lines } = await readSlide(file, slide);
    const heading = `## Slide ${index + 1}${title === "" ? "" : `: ${title}`}`;
    const notes = [...(await file.targets(slide)).values()].find((target) => target.includes("/notesSlides/"));
    const said = notes === undefined ? [] : (await readSlide(file, notes)).lines.filter((line) => !/^\d+$/.test(line));
    const parts = [heading, ...lines, ...(said.length > 0 ? ["", "Notes:", ...said] : [])];
    if (!text.add(`${parts.join("\n")}\n`)) break;
  }
  return text.result([`Presentation, ${slides.length === 1 ? "1 slide" : `${slides.length} slides`}`]);
};

/** Resolves to the slides in the order of the presentation. */
async function slideNames(file: OfficeFile): Promise<string[]> {
  const targets = await file.targets(PRESENTATION);
  const names: string[] = [];
  await file.walk(PRESENTATION, {
    open: (tag, attributes) => {
      if (tag === "sldId") names.push(targets.get(attributes()["r:id"] ?? "") ?? "");
    },
  });
  return names.filter((name) => file.has(name));
}

interface Slide {
  readonly title: string;
  readonly lines: readonly string[];
}

async function readSlide(file: OfficeFile, part: string): Promise<Slide> {
  const slide = new SlideText();
  await file.walk(part, {
    open: (name, attributes) => slide.open(name, attributes),
    text: (said) => slide.text(said),
    close: (name) => slide.close(name),
  });
  return slide;
}

class SlideText implements Slide {
  title = "";
  readonly lines: string[] = [];
  private line = "";
  private level = 0;
  private isText = false;
  private isTitle = false;
  /** The cells of the current row of a table, and how many rows it has had. */
  private cells: string[] | undefined;
  private cell: string[] = [];
  private rows = 0;

  open(name: string, attributes: () => Readonly<Record<string, string>>): void {
    if (name === "t") this.isText = true;
    else if (name === "br") this.line += " ";
    else if (name === "sp") this.isTitle = false;
    else if (name === "ph") this.isTitle = /^(?:ctrT|t)itle$/.test(attributes().type ?? "");
    else if (name === "pPr") this.level = Math.min(MAX_LEVEL, Number(attributes().lvl) || 0);
    else if (name === "tbl") this.rows = 0;
    else if (name === "tr") this.cells = [];
    else if (name === "tc") this.cell = [];
  }

  text(said: string): void {
    if (this.isText) this.line += said;
  }

  close(name: string): void {
    if (name === "t") this.isText = false;
    else if (name === "p") this.endParagraph();
    else if (name === "tc") this.cells?.push(this.cell.join(" ").replaceAll("|", "\\|"));
    else if (name === "tr") this.endRow();
  }

  private endParagraph(): void {
    const said = this.line.trim();
    if (said !== "" && this.cells) this.cell.push(said);
    else if (said !== "" && this.isTitle) this.title = this.title === "" ? said : `${this.title} ${said}`;
    else if (said !== "") this.lines.push(`${"  ".repeat(this.level)}${this.level > 0 ? "- " : ""}${said}`);
    [this.line, this.level] = ["", 0];
  }

  private endRow(): void {
    const cells = this.cells ?? [];
    this.cells = undefined;
    this.lines.push(`| ${cells.join(" | ")} |`);
    if (this.rows++ === 0) this.lines.push(`|${" --- |".repeat(Math.max(1, cells.length))}`);
  }
}
