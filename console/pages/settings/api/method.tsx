import type { ReactElement } from "react";

/** The HTTP method of an operation. */
export function Method({ method }: { readonly method: string }): ReactElement {
  return <span className={method === "GET" ? "api-method" : "api-method api-method-write"}>{method}</span>;
}
