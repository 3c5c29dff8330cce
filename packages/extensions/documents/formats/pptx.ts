import { type Format, LimitedText } from "../format.ts";
import { OfficeFile } from "./office-file.ts";

const PRESENTATION = "ppt/presentation.xml";

/** Shows the text of a presentation slide by slide, with the notes. */
export const readPptx: Format = async (input) => {
  const file = await OfficeFile.open(input.source);
  if (!file) return undefined;
  if (!file.has(PRESENTATION)) throw new Error("it is no presentation: it has no ppt/presentation.xml");
  const slides = await slideNames(file);
  const text = new LimitedText(input);
  for (const [index, slide] of slides.entries()) {
    const shown = [`## Slide ${index + 1}`, ...(await paragraphsOf(file, slide))];
    const notes = [...(await file.targets(slide)).values()].find((target) => target.includes("/notesSlides/"));
    const said = notes === undefined ? [] : (await paragraphsOf(file, notes)).filter((line) => !/^\d+$/.test(line));
    if (!text.add(`${[...shown, ...(said.length > 0 ? ["", "Notes:", ...said] : [])].join("\n")}\n`)) break;
  }
  return text.result([`Presentation, ${slides.length} slides`]);
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

async function paragraphsOf(file: OfficeFile, part: string): Promise<string[]> {
  const lines: string[] = [];
  let line = "";
  let isText = false;
  await file.walk(part, {
    open: (name) => {
      if (name === "t") isText = true;
      if (name === "br") line += " ";
    },
    text: (said) => {
      if (isText) line += said;
    },
    close: (name) => {
      if (name === "t") isText = false;
      if (name !== "p") return;
      if (line.trim() !== "") lines.push(line.trim());
      line = "";
    },
  });
  return lines;
}
