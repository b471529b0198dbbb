import "./keys.css";
import { Plus } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useRead } from "../../../api/hooks.ts";
import { useMay } from "../../../app/session.ts";
import { useUrlState } from "../../../app/url-state.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { SettingsFrame } from "../settings-frame.tsx";
import { CreateKeyDialog } from "./create-key-dialog.tsx";
import { type Issued, IssuedKeyDialog } from "./issued-key-dialog.tsx";
import type { ApiKey } from "./key-warnings.ts";
import { KeysTable } from "./keys-table.tsx";
import { RevokeKeyDialog } from "./revoke-key-dialog.tsx";
import { RotateKeyDialog } from "./rotate-key-dialog.tsx";

/** What is open over the list. */
type Open =
  | { readonly dialog: "create" }
  | { readonly dialog: "rotate" | "revoke"; readonly apiKey: ApiKey }
  | { readonly dialog: "issued"; readonly issued: Issued };

/** The API keys of the domain: create, rotate, revoke. */
export function KeysPage(): ReactElement {
  const keys = useRead("listKeys", {});
  const mayCreate = useMay("createKey");
  const [open, setOpen] = useState<Open | null>(null);
  const create = (
    <Button look="primary" icon={Plus} onClick={() => setOpen({ dialog: "create" })}>
      New API key
    </Button>
  );
  return (
    <SettingsFrame
      section="API keys"
      lead="Programs call the public API with a key. Give each key only the scopes it needs, and an expiry."
      actions={mayCreate && create}
    >
      <Loaded query={keys}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No API keys yet" action={mayCreate && create}>
              <p>A key lets a program read cases, threats and personas, give verdicts or deliver log rows.</p>
            </EmptyState>
          ) : (
            <KeyList
              items={items}
              onRotate={(apiKey) => setOpen({ dialog: "rotate", apiKey })}
              onRevoke={(apiKey) => setOpen({ dialog: "revoke", apiKey })}
            />
          )
        }
      </Loaded>
      <OpenDialog open={open} onChange={setOpen} />
    </SettingsFrame>
  );
}

interface OpenDialogProps {
  readonly open: Open | null;
  onChange(open: Open | null): void;
}

function OpenDialog({ open, onChange }: OpenDialogProps): ReactElement | null {
  const close = (): void => onChange(null);
  const show = (issued: Issued): void => onChange({ dialog: "issued", issued });
  if (open === null) return null;
  if (open.dialog === "create") return <CreateKeyDialog onClose={close} onCreated={show} />;
  if (open.dialog === "issued") return <IssuedKeyDialog issued={open.issued} onClose={close} />;
  if (open.dialog === "rotate") return <RotateKeyDialog apiKey={open.apiKey} onClose={close} onRotated={show} />;
  return <RevokeKeyDialog apiKey={open.apiKey} onClose={close} />;
}

interface KeyListProps {
  readonly items: readonly ApiKey[];
  onRotate(key: ApiKey): void;
  onRevoke(key: ApiKey): void;
}

/** The keys that work; those that no longer do are listed on demand. */
function KeyList({ items, ...actions }: KeyListProps): ReactElement {
  const [values, change] = useUrlState();
  const showAll = values.get("ended") === "shown";
  const ended = items.filter(({ state }) => state === "revoked" || state === "expired");
  const working = items.filter((key) => !ended.includes(key));
  const replaced = new Set(items.flatMap(({ replaces }) => replaces ?? []));
  return (
    <>
      <Card title="Keys in use" flush aside={<span className="muted small number">{working.length}</span>}>
        {working.length === 0 ? (
          <p className="card-note muted">No key works: each one is revoked or expired.</p>
        ) : (
          <KeysTable caption="API keys in use" keys={working} replaced={replaced} {...actions} />
        )}
      </Card>
      {ended.length > 0 && (
        <div>
          <Button
            look="plain"
            small
            aria-expanded={showAll}
            onClick={() => change({ ended: showAll ? null : "shown" })}
          >
            {`${showAll ? "Hide" : "Show"} ${ended.length} revoked or expired`}
          </Button>
        </div>
      )}
      {showAll && ended.length > 0 && (
        <Card title="Revoked and expired" flush>
          <KeysTable caption="Revoked and expired API keys" keys={ended} replaced={replaced} {...actions} />
        </Card>
      )}
    </>
  );
}
