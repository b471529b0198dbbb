import type { ReactElement } from "react";
import { ExceptionsCard } from "./exceptions-card.tsx";
import { RulesFrame } from "./rules-frame.tsx";

/** About whom or what rules report nothing or less. */
export function ExceptionsPage(): ReactElement {
  return (
    <RulesFrame view="Exceptions">
      <ExceptionsCard />
    </RulesFrame>
  );
}
