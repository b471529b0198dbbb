import type { ReactElement } from "react";
import { howHeld, toneFor } from "../../access-words.ts";
import { TierBadge, YesNo } from "../../ui/access-badges.tsx";
import { AnyValue } from "../../ui/any-value.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { PartialMark, Uncovered } from "../../ui/coverage.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Figures } from "../../ui/figures.tsx";
import { Folded } from "../../ui/folded.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { Names } from "../../ui/points.tsx";
import { Shaped, type ShapeOf } from "../../ui/shaped.tsx";
import { ShareBar } from "../../ui/share-bar.tsx";
import { Time } from "../../ui/time.tsx";
import { amount, sentenceCase, wordFor } from "../../words.ts";
import type { Nhi } from "./nhi.ts";
import { USAGE_TONES, USAGES } from "./nhi-words.ts";
import { Sub, verdictOf } from "./section.tsx";

type Access = NonNullable<Nhi["access"]>;
type Entitlement = ShapeOf<NonNullable<Access["entitlements"]>>[number];
type Permission = ShapeOf<NonNullable<Access["permissions"]>>[number];

/** What the identity is allowed to do, and whether it uses it. */
export function NhiAccess({ nhi }: { readonly nhi: Nhi }): ReactElement {
  const { access } = nhi;
  const verdict = verdictOf(nhi, "access");
  return (
    <Card title="Access" aside={<PartialMark verdict={verdict} />}>
      {access ? <AccessBody access={access} /> : <Uncovered verdict={verdict} />}
    </Card>
  );
}

function AccessBody({ access }: { readonly access: Access }): ReactElement {
  return (
    <>
      {access.summary && (
        <p className="secondary">
          <ForeignText value={access.summary} />
        </p>
      )}
      <Figures
        items={[
          ["Permissions", access.permission_count],
          ["Privileged", access.privileged_count],
          ["More than it uses", overPermissionOf(access.over_permission)],
        ]}
      />
      <Entitlements entitlements={access.entitlements} />
      <Permissions permissions={access.permissions} />
      <Roles roles={access.directory_roles} />
      <Reactivated scopes={access.reactivated_scopes} />
      <NamedList title="Systems" items={access.systems} />
      <NamedList title="Applications" items={without(access.applications, access.systems)} />
      <NamedList title="Data stores" items={access.data_stores} />
    </>
  );
}

function overPermissionOf(value: boolean | null): string | null {
  if (value === null) return null;
  return value ? "Yes" : "No";
}

/** Applications that are listed as systems already add nothing. */
const without = (items: readonly string[] | null, listed: readonly string[] | null): readonly string[] =>
  (items ?? []).filter((item) => !listed?.includes(item));

function NamedList({ title, items }: { readonly title: string; readonly items: readonly string[] | null }) {
  if (!items || items.length === 0) return null;
  return (
    <Sub title={title}>
      <Names items={items} />
    </Sub>
  );
}

function Entitlements({ entitlements }: Pick<Access, "entitlements">): ReactElement | null {
  if (!entitlements || entitlements.length === 0) return null;
  return (
    <Sub title="Entitlements">
      <Shaped value={entitlements} has={{ name: "text", kind: "text", usage: "text", via: "text" }}>
        {(items) => (
          <Folded count={items.length} noun="entitlement">
            <DataTable
              caption="Entitlements"
              items={items}
              keyOf={({ key, via }) => `${key} ${via}`}
              columns={[
                { header: "Name", cell: (item) => <EntitlementName item={item} /> },
                { header: "Tier", cell: ({ tier }) => <TierBadge tier={tier} /> },
                {
                  header: "Use",
                  cell: ({ usage, last_used }) => <Usage usage={usage} lastUsed={last_used} />,
                },
                {
                  header: "Similar identities",
                  cell: ({ cluster_prevalence: share }) =>
                    share === null ? <span className="muted">Not compared</span> : <ShareBar share={share} />,
                  showFrom: "wide",
                },
                {
                  header: "Granted",
                  cell: (item) => <Granted item={item} />,
                  showFrom: "medium",
                },
              ]}
            />
          </Folded>
        )}
      </Shaped>
    </Sub>
  );
}

function EntitlementName({ item }: { readonly item: Entitlement }): ReactElement {
  return (
    <>
      <ForeignText value={item.name} max={200} />
      <div className="muted small">
        {sentenceCase(item.privilege_class)}
        {item.resource && (
          <>
            {" · "}
            <ForeignText value={item.resource} max={120} />
          </>
        )}
        {item.scope && (
          <>
            {" · "}
            <ForeignText value={item.scope} max={200} />
          </>
        )}
      </div>
    </>
  );
}

function Usage({ usage, lastUsed }: { readonly usage: string; readonly lastUsed: string | null }): ReactElement {
  if (usage === "unknown") return <span className="muted">{wordFor(USAGES, usage)}</span>;
  return (
    <span className="row">
      <Badge tone={toneFor(USAGE_TONES, usage)}>{wordFor(USAGES, usage)}</Badge>
      {lastUsed && <Time value={lastUsed} />}
    </span>
  );
}

function Granted({ item }: { readonly item: Entitlement }): ReactElement {
  return (
    <>
      {item.granted_at === null ? (
        <span className="muted">Not known</span>
      ) : (
        <Time value={item.granted_at} format="day" />
      )}
      <div className="muted small">
        <ForeignText value={item.granted_by ? `by ${item.granted_by}` : howHeld(item.via)} max={200} />
      </div>
    </>
  );
}

/** Only what the entitlements do not show: the narrower permission that would be enough, and what takes over the tenant. */
function Permissions({ permissions }: Pick<Access, "permissions">): ReactElement | null {
  if (!permissions || permissions.length === 0) return null;
  return (
    <Sub title="API permissions">
      <Shaped value={permissions} has={{ api: "text", value: "text", kind: "text" }}>
        {(items) => (
          <Folded count={items.length} noun="permission">
            <DataTable
              caption="API permissions"
              items={items}
              keyOf={({ api, value, kind }) => `${api} ${value} ${kind}`}
              columns={[
                {
                  header: "Permission",
                  cell: ({ api, value }) => (
                    <>
                      <ForeignText value={value} max={200} />
                      <div className="muted small">
                        <ForeignText value={api} max={120} />
                      </div>
                    </>
                  ),
                },
                { header: "Acts", cell: (item) => actsAs(item), showFrom: "medium" },
                {
                  header: "Takes over tenant",
                  cell: ({ reaches_control_plane: reaches }) => (reaches ? <Badge tone="critical">Yes</Badge> : "No"),
                },
                {
                  header: "Used",
                  cell: ({ used }) => <YesNo value={used} unknown="Not visible" />,
                  showFrom: "medium",
                },
                {
                  header: "Enough would be",
                  cell: ({ narrower_alternative }) => <ForeignText value={narrower_alternative} max={160} />,
                  showFrom: "wide",
                },
              ]}
            />
          </Folded>
        )}
      </Shaped>
    </Sub>
  );
}

function actsAs({ kind, consent_scope }: Permission): string {
  if (kind === "application") return "As itself";
  return consent_scope === "one_user" ? "For one user" : "For users";
}

function Roles({ roles }: { readonly roles: Access["directory_roles"] }): ReactElement | null {
  if (roles === null || (Array.isArray(roles) && roles.length === 0)) return null;
  return (
    <Sub title="Directory roles">
      {Array.isArray(roles) ? (
        <Shaped value={roles} has={{ name: "text", scope: "text", state: "text" }}>
          {(items) => <RoleTable roles={items as unknown as readonly DirectoryRole[]} />}
        </Shaped>
      ) : (
        <AnyValue value={roles} />
      )}
    </Sub>
  );
}

interface DirectoryRole {
  readonly id: string;
  readonly name: string;
  readonly tier: string;
  readonly scope: string;
  readonly state: string;
}

function RoleTable({ roles }: { readonly roles: readonly DirectoryRole[] }): ReactElement {
  return (
    <Folded count={roles.length} noun="role">
      <DataTable
        caption="Directory roles"
        items={roles}
        keyOf={({ id, scope }) => `${id} ${scope}`}
        columns={[
          { header: "Role", cell: ({ name }) => <ForeignText value={name} max={160} /> },
          { header: "Tier", cell: ({ tier }) => <TierBadge tier={tier} /> },
          { header: "Where", cell: ({ scope }) => <ForeignText value={scope} max={160} />, showFrom: "medium" },
          { header: "State", cell: ({ state }) => sentenceCase(state) },
        ]}
      />
    </Folded>
  );
}

function Reactivated({ scopes }: { readonly scopes: Access["reactivated_scopes"] }): ReactElement | null {
  if (!scopes || scopes.length === 0) return null;
  return (
    <Sub title="In use again after a long pause">
      <Shaped value={scopes} has={{ name: "text", idle_days: "number", reactivated_at: "text" }}>
        {(items) => (
          <DataTable
            caption="In use again after a long pause"
            items={items as unknown as readonly ReactivatedScope[]}
            keyOf={({ key }) => key}
            columns={[
              { header: "Access", cell: ({ name }) => <ForeignText value={name} max={160} /> },
              { header: "Tier", cell: ({ tier }) => <TierBadge tier={tier} /> },
              { header: "Pause", cell: ({ idle_days }) => amount(idle_days, "day") },
              { header: "Again since", cell: ({ reactivated_at }) => <Time value={reactivated_at} format="day" /> },
              { header: "Calls since", cell: ({ calls_since }) => calls_since.toLocaleString(), align: "end" },
            ]}
          />
        )}
      </Shaped>
    </Sub>
  );
}

interface ReactivatedScope {
  readonly key: string;
  readonly name: string;
  readonly tier: string;
  readonly idle_days: number;
  readonly reactivated_at: string;
  readonly calls_since: number;
}
