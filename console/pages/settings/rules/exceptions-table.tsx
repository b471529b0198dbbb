import { Gavel, UserPen } from "lucide-react";
import { type ReactElement, useState } from "react";
import { Link } from "wouter";
import { useMay } from "../../../app/session.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { ForeignText } from "../../../ui/foreign-text.tsx";
import { Time } from "../../../ui/time.tsx";
import { sentenceCase } from "../../../words.ts";
import { EndExceptionDialog } from "./end-exception-dialog.tsx";
import { type Exception, nameOf } from "./exception.ts";
import { ruleHref } from "./rule-link.tsx";

interface ExceptionsTableProps {
  readonly items: readonly Exception[];
  /** Shows to which rule each belongs. */
  readonly withRule: boolean;
}

/** Exceptions with their origin, reason and end. */
export function ExceptionsTable({ items, withRule }: ExceptionsTableProps): ReactElement {
  const mayEnd = useMay("endException");
  const [ended, setEnded] = useState<Exception | null>(null);
  const columns: readonly Column<Exception>[] = [
    { header: "About", cell: (item) => <Entity item={item} /> },
    ...(withRule ? [RULE] : []),
    { header: "Effect", showFrom: "medium", cell: (item) => <Effect item={item} /> },
    { header: "Why", showFrom: "wide", cell: (item) => <Reason item={item} /> },
    { header: "Ends", cell: (item) => <Ends item={item} /> },
    {
      header: "Actions",
      align: "end",
      cell: (item) =>
        mayEnd && (
          <Button small aria-label={`End the exception for ${nameOf(item)}`} onClick={() => setEnded(item)}>
            End…
          </Button>
        ),
    },
  ];
  return (
    <>
      <DataTable caption="Exceptions" columns={columns} items={items} keyOf={({ exception_id }) => exception_id} />
      {ended && <EndExceptionDialog exception={ended} onClose={() => setEnded(null)} />}
    </>
  );
}

const RULE: Column<Exception> = {
  header: "Rule",
  cell: ({ rule, rule_title }) =>
    rule_title === null ? (
      <ForeignText value={sentenceCase(rule)} max={120} />
    ) : (
      <Link href={ruleHref(rule)}>
        <ForeignText value={rule_title} max={200} />
      </Link>
    ),
};

function Entity({ item }: { readonly item: Exception }): ReactElement {
  return (
    <span className="rule-path">
      <ForeignText value={nameOf(item)} max={120} />
    </span>
  );
}

function Effect({ item: { origin } }: { readonly item: Exception }): ReactElement {
  return origin === "member" ? <Badge icon={UserPen}>Not reported</Badge> : <Badge icon={Gavel}>Weighs less</Badge>;
}

function Reason({ item }: { readonly item: Exception }): ReactElement {
  return (
    <div className="two-lines">
      {item.case_id === null ? (
        <ForeignText value={item.reason} max={500} />
      ) : (
        <Link href={`/cases/${item.case_id}`}>Verdict on a case</Link>
      )}
      <span className="muted small">
        <Time value={item.made_at} />
        {item.by !== null && (
          <>
            {" by "}
            <ForeignText value={item.by.name ?? item.by.id} max={128} />
          </>
        )}
      </span>
    </div>
  );
}

function Ends({ item: { expires_at, is_expired } }: { readonly item: Exception }): ReactElement {
  if (is_expired) return <Badge>Expired</Badge>;
  return expires_at === null ? <span className="muted">When ended</span> : <Time value={expires_at} />;
}
