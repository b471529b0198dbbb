import type { ReactElement } from "react";
import { useSession } from "../../../app/session.ts";
import { Card } from "../../../ui/card.tsx";
import { ForeignText } from "../../../ui/foreign-text.tsx";
import { KeyValues } from "../../../ui/key-values.tsx";
import { SettingsFrame } from "../settings-frame.tsx";
import "./account.css";
import { IdentityCard } from "./identity-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { TotpCard } from "./totp-card.tsx";

/** The account of the person: password, authenticator app, sessions. */
export function AccountPage(): ReactElement {
  const { account, domains } = useSession();
  return (
    <SettingsFrame section="Your account" lead="How you sign in. It applies to every domain you work with.">
      <div className="account-grid">
        <div className="stack">
          <Card title="Account">
            <KeyValues
              items={[
                ["Email", <ForeignText key="email" value={account.email} />],
                ["Name", <ForeignText key="name" value={account.name} />],
                ["Domains", domains.map(({ name, role }) => `${name} (${role})`).join(", ")],
                ["Operator", account.is_operator ? "Yes: you see every domain of the installation" : "No"],
              ]}
            />
          </Card>
          {account.has_identity && <IdentityCard />}
          <TotpCard />
        </div>
        {account.has_password && <PasswordCard />}
      </div>
      <SessionsCard />
    </SettingsFrame>
  );
}
