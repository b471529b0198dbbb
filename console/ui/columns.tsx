import "./columns.css";
import type { ReactElement, ReactNode } from "react";

interface ColumnsProps {
  readonly children: ReactNode;
  /** Facts in the narrow column; below the rest where there is no room. */
  readonly aside: ReactNode;
}

/** The content of a page with a narrow column beside it. */
export function Columns({ children, aside }: ColumnsProps): ReactElement {
  return (
    <div className="columns">
      <div className="stack">{children}</div>
      <div className="stack">{aside}</div>
    </div>
  );
}
