import { readPdf } from "./formats/pdf.ts";
import { serveConversion } from "./serve-conversion.ts";

await serveConversion({ pdf: readPdf });
