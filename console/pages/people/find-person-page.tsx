import type { ReactElement } from "react";
import { Redirect } from "wouter";
import { useRead } from "../../api/hooks.ts";
import { Page } from "../../app/page.tsx";
import { useUrlState } from "../../app/url-state.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { EmptyState } from "../../ui/states.tsx";

/** Leads from an email address to the page about its owner, for records that have no id of the person. */
export function FindPersonPage(): ReactElement {
  const [values] = useUrlState();
  const email = (values.get("email") ?? "").slice(0, 256);
  const users = useRead("listUsers", { query: { search: email, page_size: 50 } }, { enabled: email !== "" });
  const wanted = email.toLowerCase();
  const found = users.data?.items.find(({ user_principal_name, email_addresses }) =>
    [user_principal_name, ...email_addresses].some((address) => address.toLowerCase() === wanted),
  );
  if (found) return <Redirect to={`/people/${found.tuid}`} replace />;
  return (
    <Page title="Person" parent={{ name: "People", href: "/people" }}>
      <Loaded query={users}>
        {() => (
          <EmptyState
            title="Not in the directory"
            action={<ButtonLink href={`/people?search=${encodeURIComponent(email)}`}>Search the directory</ButtonLink>}
          >
            <p>
              Nobody in the directory has the address <ForeignText value={email} max={256} />.
            </p>
          </EmptyState>
        )}
      </Loaded>
    </Page>
  );
}
