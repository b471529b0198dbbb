import type { ReactElement } from "react";
import { Link } from "wouter";
import { useRead } from "../../api/hooks.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { KeyValues } from "../../ui/key-values.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { amount, sentenceCase } from "../../words.ts";

/** The person a case is about: role, access and what a takeover could reach. */
export function SubjectPersona({ email }: { readonly email: string }): ReactElement | null {
  const users = useRead("listUsers", { query: { search: email, page_size: 10 } });
  const wanted = email.toLowerCase();
  const user = users.data?.items.find(({ user_principal_name, email_addresses }) =>
    [user_principal_name, ...email_addresses].some((address) => address.toLowerCase() === wanted),
  );
  if (users.data && !user) {
    return (
      <Card title="Person">
        <p className="muted">
          <ForeignText value={email} /> is not in the directory.
        </p>
      </Card>
    );
  }
  return (
    <Card title="Person" aside={user && <Link href={`/people/${user.tuid}`}>Open persona</Link>}>
      {user ? <Persona tuid={user.tuid} /> : <Loaded query={users}>{() => null}</Loaded>}
    </Card>
  );
}

function Persona({ tuid }: { readonly tuid: string }): ReactElement {
  const persona = useRead("getPersonaDetail", { params: { tuid } });
  return (
    <Loaded query={persona}>
      {({ overview, identity, role, access, risk_lens: risk }) => (
        <>
          {overview?.summary && (
            <p>
              <ForeignText value={overview.summary} />
            </p>
          )}
          <KeyValues
            items={[
              ["Title", <ForeignText key="title" value={identity?.title} none="Unknown" />],
              ["Department", <ForeignText key="department" value={identity?.department} none="Unknown" />],
              ["Manager", <ForeignText key="manager" value={identity?.manager} none="Unknown" />],
              ["Observed role", <ForeignText key="role" value={role?.observed_role} none="Not enough data" />],
              ["Privileged", <Count key="privileged" value={access?.privileged_entitlement_count} />],
              ["Dormant", <Count key="dormant" value={access?.dormant_entitlement_count} />],
              ["Blast radius", <Radius key="radius" value={risk?.blast_radius} />],
            ]}
          />
          {overview && overview.key_points.length > 0 && (
            <ul className="reasons">
              {overview.key_points.map((point) => (
                <li key={point}>
                  <ForeignText value={point} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Loaded>
  );
}

/** Null is not zero: it means that there is not enough data. */
function Count({ value }: { readonly value: number | null | undefined }): ReactElement {
  if (value === null || value === undefined) return <span className="muted">Not enough data</span>;
  return <span className="number">{amount(value, "entitlement")}</span>;
}

function Radius({ value }: { readonly value: string | null | undefined }): ReactElement {
  if (!value) return <span className="muted">Not enough data</span>;
  return <Badge>{sentenceCase(value)}</Badge>;
}
