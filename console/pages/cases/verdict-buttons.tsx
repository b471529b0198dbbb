import type { ReactElement } from "react";
import type { VerdictOutcome } from "../../../src/model/vocabulary.ts";
import { Button } from "../../ui/button.tsx";
import { OUTCOMES } from "../../words.ts";
import { VERDICTS } from "./verdicts.tsx";

/** One button per verdict, with its key. */
export function VerdictButtons({ onChoose }: { readonly onChoose: (outcome: VerdictOutcome) => void }): ReactElement {
  return (
    <fieldset>
      <legend className="visually-hidden">Verdict</legend>
      {VERDICTS.map(({ outcome, key, icon }) => (
        <Button key={outcome} small icon={icon} onClick={() => onChoose(outcome)}>
          {OUTCOMES[outcome]} <kbd>{key}</kbd>
        </Button>
      ))}
    </fieldset>
  );
}
