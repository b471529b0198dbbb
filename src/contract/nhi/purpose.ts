import { Type } from "typebox";
import { FUNCTIONS } from "../../model/identity/nhi-words.ts";
import { keysOf } from "../../model/vocabulary.ts";
import { openEnum } from "../shapes.ts";
import { list, maybeText, share, text, texts } from "./described.ts";

const NhiFunction = Type.Object({
  id: openEnum(keysOf(FUNCTIONS), "What it does."),
  label: text("The function, for display."),
  share: share("The share of its calls in the window; 0 for a function known from permissions only."),
  evidence: texts("The operations or permissions that show it, the most frequent first.", 5),
  systems: texts("The systems in which it was seen or granted.", 5),
});

export const NhiPurpose = Type.Object({
  mandate: text("What the identity is for, in one sentence."),
  functions: list(NhiFunction, 6, "What it does, the largest share first."),
  stated: maybeText("The description or notes of the application, as its owner wrote them."),
  agreement: openEnum(
    ["consistent", "partial", "conflicting", "unstated"],
    "Whether the stated purpose names what was observed; `unstated` if there is no description.",
  ),
  evidence: openEnum(["observed", "inferred"], "`observed` in activity, or `inferred` from permissions."),
  confidence: share("From 0 to 1."),
});
