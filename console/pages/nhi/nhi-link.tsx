import "../people/person-link.css";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { ForeignText } from "../../ui/foreign-text.tsx";

/** The name of a machine identity as a link to the page about it. */
export function NhiLink({ nuid, name }: { readonly nuid: string; readonly name: string | null }): ReactElement {
  return (
    <Link href={`/nhi/${nuid}`} className="entity-link">
      <ForeignText value={name} none="Without a name" max={120} />
    </Link>
  );
}
