import "./brief.css";
import { ListChecks } from "lucide-react";
import type { ReactElement } from "react";
import { IconMark } from "../../ui/icon.tsx";

/** The sentence of a brief that states what to check first. */
const CHECK = /(?:^|[.;] )(Check [^.]{1,600}\.)/;

/** The brief of a case; what to check first stands out. */
export function Brief({ text }: { readonly text: string }): ReactElement {
  const check = CHECK.exec(text)?.[1];
  const rest = check === undefined ? text : text.replace(check, "").replaceAll("  ", " ");
  return (
    <div className="brief">
      <p>
        <bdi>{rest}</bdi>
      </p>
      {check !== undefined && (
        <p className="brief-check">
          <IconMark icon={ListChecks} />
          <bdi>{check}</bdi>
        </p>
      )}
    </div>
  );
}
