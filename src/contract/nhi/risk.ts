import { Type } from "typebox";
import { OWASP_NHI } from "../../model/identity/nhi-words.ts";
import { keysOf } from "../../model/vocabulary.ts";
import { openEnum } from "../shapes.ts";
import { flag, integer, list, maybe, maybeText, Tier, text, texts, time } from "./described.ts";

export const NhiRisk = Type.Object({
  score: Type.Integer({ minimum: 0, maximum: 100, description: "The sum of the points, at most 100." }),
  level: openEnum(["low", "medium", "high", "critical"], "Below 25, 50 and 75, and above."),
  factors: list(
    Type.Object({
      id: text("The id of the factor."),
      owasp: maybe(openEnum(keysOf(OWASP_NHI), "A risk."), "The OWASP NHI risk (2025) it belongs to."),
      title: text("The factor, for display."),
      points: integer("What it adds to the score."),
      evidence: text("What was found."),
    }),
    12,
    "What contributes, the most points first.",
  ),
  top_factor: maybeText("The id of the factor with the most points."),
  computed_at: time("The evaluation day."),
});

export const NhiAssetTier = Type.Object({
  tier: Tier,
  plane: openEnum(["control", "management", "data", "user"], "The plane on which the identity acts."),
  label: text("The tier and plane, for display."),
  basis: list(
    Type.Object({
      key: text("The key of the entitlement, or of the path."),
      name: text("Its name."),
      tier: Tier,
      path: texts("The steps of the path, `edge > target`; empty if it is held directly.", 8),
    }),
    5,
    "What the tier follows from, the most privileged first.",
  ),
  direct: flag("Whether it holds the tier itself rather than through what it can take over."),
  override: maybeText("Always null; reserved for a tier set by an administrator."),
});
