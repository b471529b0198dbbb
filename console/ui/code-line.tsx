import "./code-line.css";
import type { ReactElement } from "react";
import { CopyButton } from "./copy-button.tsx";

interface CodeLineProps {
  readonly text: string;
  /** What the line is, as in "Copy the query". */
  readonly what: string;
}

/** One line of code with a button that copies it. */
export function CodeLine({ text, what }: CodeLineProps): ReactElement {
  return (
    <div className="code-line">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard */}
      <code tabIndex={0} dir="ltr">
        {text}
      </code>
      <CopyButton text={text} what={what} />
    </div>
  );
}

/** Several lines of code. */
export function CodeBlock({ text, label }: { readonly text: string; readonly label: string }): ReactElement {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard
    <section className="code-block" tabIndex={0} aria-label={label} dir="ltr">
      <pre>{text}</pre>
    </section>
  );
}
