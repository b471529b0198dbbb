import { CircleCheck, CircleX, Copy, ShieldAlert, TriangleAlert } from "lucide-react";
import type { VerdictOutcome } from "../../../src/model/vocabulary.ts";
import { createStore } from "../../app/store.ts";
import { readStored, writeStored } from "../../app/stored.ts";
import type { Icon } from "../../ui/icon.tsx";

interface VerdictChoice {
  readonly outcome: VerdictOutcome;
  readonly key: string;
  readonly icon: Icon;
  /** What the verdict does to the case. */
  readonly effect: string;
}

/** The verdicts in the order of their keys. */
export const VERDICTS: readonly VerdictChoice[] = [
  { outcome: "TRUE_POSITIVE", key: "1", icon: ShieldAlert, effect: "The threat is real and was acted on: enforced." },
  { outcome: "FALSE_POSITIVE", key: "2", icon: CircleX, effect: "The detection is wrong: closed, events cleared." },
  { outcome: "SAFE", key: "3", icon: CircleCheck, effect: "The activity is expected: closed, events cleared." },
  { outcome: "DUPLICATE", key: "4", icon: Copy, effect: "Another case covers it: closed, events unchanged." },
  { outcome: "ESCALATED", key: "5", icon: TriangleAlert, effect: "Others must look at it: investigating." },
];

const STORED_AS = "fast-triage";

/** Whether a verdict key decides at once, without a dialog. */
export const fastTriage = createStore(readStored(STORED_AS) === "on");

export function setFastTriage(enabled: boolean): void {
  fastTriage.set(enabled);
  writeStored(STORED_AS, enabled ? "on" : "off");
}
