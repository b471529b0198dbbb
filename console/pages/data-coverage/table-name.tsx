import { Fragment, type ReactElement } from "react";

/** The name of a log table, which can break between its words. */
export function TableName({ name }: { readonly name: string }): ReactElement {
  return (
    <>
      {name.split(/(?=[A-Z][a-z])/).map((word, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same word can occur twice
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {word}
        </Fragment>
      ))}
    </>
  );
}
