import { Type } from "typebox";
import { NHI_SECTIONS, type NhiSection } from "../../model/identity/nhi-words.ts";
import { COVERAGE_VERDICTS } from "../../model/vocabulary.ts";
import { openEnum } from "../shapes.ts";
import { flag, integer, list, maybeTime, text, texts } from "./described.ts";

const Verdict = openEnum(
  COVERAGE_VERDICTS,
  "How complete the data behind the section is; the section is null exactly if `insufficient` or `none`.",
);

export const NhiCoverage = Type.Object({
  ...(Object.fromEntries(NHI_SECTIONS.map((name) => [name, Verdict])) as Record<NhiSection, typeof Verdict>),
  window_days: integer("The days of activity that sections use, before the evaluation day."),
  sources: list(
    Type.Object({
      source: text("A log table, or a kind of directory object as `directory/KIND`."),
      connected: flag("Whether it has delivered data of this identity or of others."),
      days: integer("Days of the window with rows of this identity; 0 for directory objects."),
      last_data_at: maybeTime("The last such day."),
    }),
    40,
    "The sources that the sections use.",
  ),
  notes: texts("What limits the sections, in sentences.", 10),
});
