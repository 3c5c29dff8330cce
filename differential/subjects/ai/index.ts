import type { Subject } from "../../subject.ts";
import { collectionSubjects } from "./collection.ts";
import { credentialSubjects } from "./credentials.ts";
import { failureSubjects } from "./failures.ts";
import { functionSubjects } from "./functions.ts";
import { requestSubjects } from "./requests.ts";
import { streamSubjects } from "./streams.ts";
import { transcriptSubjects } from "./transcripts.ts";

export const aiSubjects: readonly Subject[] = [
  ...requestSubjects,
  ...streamSubjects,
  ...failureSubjects,
  ...functionSubjects,
  ...transcriptSubjects,
  ...credentialSubjects,
  ...collectionSubjects,
];
