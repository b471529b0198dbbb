import { Plus } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useRead } from "../../../api/hooks.ts";
import { useMay } from "../../../app/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { ExceptDialog } from "./except-dialog.tsx";
import { ExceptionsTable } from "./exceptions-table.tsx";

interface ExceptionsCardProps {
  /** Lists those of one rule only. */
  readonly rule?: string;
}

/** Exceptions that members made and those that verdicts left. */
export function ExceptionsCard({ rule }: ExceptionsCardProps): ReactElement {
  const exceptions = useRead("listExceptions", { query: rule === undefined ? {} : { rule } });
  const mayManage = useMay("makeException");
  const [isOpen, setIsOpen] = useState(false);
  const add = mayManage && (
    <Button small icon={Plus} onClick={() => setIsOpen(true)}>
      New exception
    </Button>
  );
  return (
    <>
      <Card title="Exceptions" flush aside={add}>
        <Loaded query={exceptions} lines={3}>
          {({ items }) =>
            items.length === 0 ? (
              <NoExceptions isOfRule={rule !== undefined} />
            ) : (
              <ExceptionsTable items={items} withRule={rule === undefined} />
            )
          }
        </Loaded>
      </Card>
      {isOpen && <ExceptDialog rule={rule} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function NoExceptions({ isOfRule }: { readonly isOfRule: boolean }): ReactElement {
  if (isOfRule) return <p className="card-note muted">The rule reports about everybody and everything.</p>;
  return (
    <EmptyState title="No exceptions">
      <p>
        With an exception, one rule reports nothing about one person, application or address. A verdict of false
        positive or safe also leaves one for 30 days: the findings weigh less for that person.
      </p>
    </EmptyState>
  );
}
