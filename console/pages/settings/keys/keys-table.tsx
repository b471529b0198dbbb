import { CircleCheck, CircleSlash, Ellipsis, RotateCw, Trash2, TriangleAlert, UserX } from "lucide-react";
import type { ReactElement } from "react";
import { useMay } from "../../../app/session.ts";
import { Badge, type Tone } from "../../../ui/badge.tsx";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { ForeignText } from "../../../ui/foreign-text.tsx";
import { type Icon, IconMark } from "../../../ui/icon.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { Time } from "../../../ui/time.tsx";
import { ALL_SCOPES } from "./key-scopes.ts";
import { type ApiKey, keyWarnings } from "./key-warnings.ts";

interface KeysTableProps {
  readonly caption: string;
  readonly keys: readonly ApiKey[];
  /** The ids of keys that another one replaces. */
  readonly replaced: ReadonlySet<string>;
  onRotate(key: ApiKey): void;
  onRevoke(key: ApiKey): void;
}

/** API keys with what an administrator should look at. */
export function KeysTable({ caption, keys, replaced, onRotate, onRevoke }: KeysTableProps): ReactElement {
  const mayChange = useMay("rotateKey");
  const columns: readonly Column<ApiKey>[] = [
    { header: "Name", cell: (key) => <KeyName apiKey={key} /> },
    { header: "State", cell: (key) => <KeyState apiKey={key} isReplaced={replaced.has(key.key_id)} /> },
    { header: "Scopes", showFrom: "wide", cell: (key) => <Scopes apiKey={key} /> },
    { header: "Last used", showFrom: "medium", cell: (key) => <LastUsed apiKey={key} /> },
    { header: "Expires", showFrom: "medium", cell: (key) => <Expiry apiKey={key} /> },
    {
      header: "Created",
      showFrom: "wide",
      cell: (key) => (
        <div className="two-lines">
          <Time value={key.created_at} />
          <span className="muted small nowrap">
            <ForeignText value={key.creator_name ?? creatorOf(key)} max={64} />
          </span>
        </div>
      ),
    },
    {
      header: "Actions",
      align: "end",
      cell: (key) =>
        mayChange && key.state === "active" ? (
          <KeyMenu apiKey={key} isReplaced={replaced.has(key.key_id)} onRotate={onRotate} onRevoke={onRevoke} />
        ) : null,
    },
  ];
  return <DataTable caption={caption} columns={columns} items={keys} keyOf={({ key_id }) => key_id} />;
}

function KeyName({ apiKey }: { readonly apiKey: ApiKey }): ReactElement {
  return (
    <div className="two-lines">
      <strong>
        <ForeignText value={apiKey.name} none="Without a name" max={128} />
      </strong>
      <code className="muted small nowrap">ppt_{apiKey.key_id}</code>
    </div>
  );
}

const STATES: Readonly<Record<ApiKey["state"], { readonly word: string; readonly tone: Tone; readonly icon: Icon }>> = {
  active: { word: "Active", tone: "good", icon: CircleCheck },
  expired: { word: "Expired", tone: "neutral", icon: CircleSlash },
  revoked: { word: "Revoked", tone: "neutral", icon: CircleSlash },
  disabled: { word: "Disabled", tone: "medium", icon: CircleSlash },
};

interface KeyStateProps {
  readonly apiKey: ApiKey;
  readonly isReplaced: boolean;
}

function KeyState({ apiKey, isReplaced }: KeyStateProps): ReactElement {
  const { word, tone, icon } = STATES[apiKey.state];
  return (
    <div className="key-marks">
      <Badge tone={tone} icon={icon}>
        {word}
      </Badge>
      {isReplaced && <Badge icon={RotateCw}>Replaced</Badge>}
      {apiKey.state === "active" && <CreatorMark apiKey={apiKey} />}
      {!isReplaced &&
        keyWarnings(apiKey, new Date()).map((warning) => (
          <span key={warning} className="key-warning">
            <IconMark icon={TriangleAlert} /> {warning}
          </span>
        ))}
    </div>
  );
}

const CREATOR_MARKS: Readonly<Record<string, { readonly word: string; readonly reason: string }>> = {
  disabled: { word: "Creator disabled", reason: "was disabled" },
  removed: { word: "Creator removed", reason: "no longer has a role in this domain" },
};

/** Marks a key that outlived the access of whoever created it. */
function CreatorMark({ apiKey }: { readonly apiKey: ApiKey }): ReactElement | null {
  const mark = CREATOR_MARKS[apiKey.creator_state ?? ""];
  if (!mark) return null;
  return (
    <>
      <Badge tone="medium" icon={UserX}>
        {mark.word}
      </Badge>
      <span className="muted small">
        <ForeignText value={apiKey.creator_name} none="The account that created it" max={64} /> {mark.reason}. The key
        works on; rotate or revoke it if nobody answers for it.
      </span>
    </>
  );
}

/** Returns who created a key that no account created: the user of the command line, or another key. */
function creatorOf({ created_by }: ApiKey): string {
  const operator = /^operator:(.*)$/s.exec(created_by)?.[1];
  return operator === undefined ? created_by.replace(":", " ") : `${operator} (command line)`;
}

const MAX_SCOPES = 3;

function Scopes({ apiKey: { scopes, allowed_addresses } }: { readonly apiKey: ApiKey }): ReactElement {
  const shown = ALL_SCOPES.filter((scope) => scopes.includes(scope));
  const more = shown.length - MAX_SCOPES;
  return (
    <div className="two-lines">
      <span className="small" title={shown.join(", ")}>
        {shown.slice(0, MAX_SCOPES).join(", ")}
        {more > 0 && <span className="muted"> and {more} more</span>}
      </span>
      {allowed_addresses.length > 0 && (
        <span className="muted small" title={allowed_addresses.join(", ")}>
          From <ForeignText value={allowed_addresses.slice(0, 2).join(", ")} />
          {allowed_addresses.length > 2 && ` and ${allowed_addresses.length - 2} more`}
        </span>
      )}
    </div>
  );
}

function LastUsed({ apiKey }: { readonly apiKey: ApiKey }): ReactElement {
  return (
    <div className="two-lines">
      <Time value={apiKey.last_used_at} />
      {apiKey.last_used_ip !== null && (
        <span className="muted small">
          <ForeignText value={apiKey.last_used_ip} />
        </span>
      )}
    </div>
  );
}

function Expiry({ apiKey }: { readonly apiKey: ApiKey }): ReactElement {
  if (apiKey.revoked_at !== null) {
    return (
      <span>
        Revoked <Time value={apiKey.revoked_at} />
      </span>
    );
  }
  return <Time value={apiKey.expires_at} />;
}

interface KeyMenuProps extends KeyStateProps, Pick<KeysTableProps, "onRotate" | "onRevoke"> {}

function KeyMenu({ apiKey, isReplaced, onRotate, onRevoke }: KeyMenuProps): ReactElement {
  return (
    <Menu
      label={`Actions of the key ${apiKey.name ?? apiKey.key_id}`}
      className="button button-plain button-small button-icon"
      items={[
        {
          key: "rotate",
          label: "Rotate…",
          icon: RotateCw,
          disabled: isReplaced,
          onChoose: () => onRotate(apiKey),
        },
        { key: "revoke", label: "Revoke…", icon: Trash2, onChoose: () => onRevoke(apiKey) },
      ]}
    >
      <IconMark icon={Ellipsis} />
    </Menu>
  );
}
