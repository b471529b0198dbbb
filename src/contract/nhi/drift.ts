import { Type } from "typebox";
import { DRIFT_PERIODS } from "../../model/vocabulary.ts";
import { openEnum, Uuid } from "../shapes.ts";
import { list, maybeInteger, maybeTime, text, time } from "./described.ts";

const NhiDriftItem = Type.Object({
  drift_id: Type.String({ ...Uuid, description: "The drift event; `GET /drift/{drift_id}` returns it." }),
  computator: text("What was measured."),
  time_period: openEnum(DRIFT_PERIODS, "The length of the current window."),
  detected_at: time("When it was detected."),
  severity: openEnum(["low", "medium", "high"], "How serious the change is."),
  headline: text("What changed, in one sentence."),
});

export const NhiDrift = Type.Object({
  last_evaluated_at: maybeTime("The evaluation day."),
  open: list(NhiDriftItem, 20, "Changes of the last 30 days, newest first."),
  recent: list(NhiDriftItem, 20, "Changes of the 150 days before, newest first."),
  stable_days: maybeInteger("Days since the last change; null if none is stored."),
});
