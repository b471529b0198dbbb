import "./person-link.css";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { ForeignText } from "../../ui/foreign-text.tsx";

interface PersonLinkProps {
  readonly name: string | null;
  readonly email: string | null;
  /** Without it the person is found by the email address. */
  readonly tuid?: string | null | undefined;
}

/** The name of a person as a link to the page about them. */
export function PersonLink({ name, email, tuid }: PersonLinkProps): ReactElement {
  const href = hrefOf(tuid, email);
  const shown = <ForeignText value={name ?? email} none="Unknown" max={120} />;
  if (href === null) return shown;
  return (
    <Link href={href} className="entity-link">
      {shown}
    </Link>
  );
}

function hrefOf(tuid: string | null | undefined, email: string | null): string | null {
  if (tuid) return `/people/${tuid}`;
  return email === null ? null : `/people/find?email=${encodeURIComponent(email)}`;
}
