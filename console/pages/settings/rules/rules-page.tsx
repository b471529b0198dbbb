import "./rules.css";
import type { ReactElement } from "react";
import { useRead } from "../../../api/hooks.ts";
import { useUrlState } from "../../../app/url-state.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { SettingsFrame } from "../settings-frame.tsx";
import { ExceptionsView } from "./exceptions-view.tsx";
import { Packs } from "./packs.tsx";
import { RefusedView } from "./refused-view.tsx";
import { RulesView } from "./rules-view.tsx";

const PATH = "/settings/rules";

/** What is looked for in log rows: the packs, each rule with its switch, exceptions, and what was refused. */
export function RulesPage(): ReactElement {
  const [values] = useUrlState();
  const view = values.get("view");
  const packs = useRead("listRulePacks", {});
  const refused = packs.data?.items.reduce((sum, pack) => sum + pack.refused, 0) ?? 0;
  return (
    <SettingsFrame
      section="Rules"
      lead="What is looked for in log rows. A rule that is off, or an exception, acts on rows that are processed afterwards; events that exist stay."
    >
      <Loaded query={packs} lines={3}>
        {({ items }) => <Packs items={items} />}
      </Loaded>
      <Tabs
        label="Rules"
        tabs={[
          { label: "Rules", href: PATH, current: view === null },
          { label: "Exceptions", href: `${PATH}?view=exceptions`, current: view === "exceptions" },
          {
            label: "Refused",
            href: `${PATH}?view=refused`,
            current: view === "refused",
            note: refused > 0 && <span className="muted small number">{refused.toLocaleString()}</span>,
          },
        ]}
      />
      <View name={view} />
    </SettingsFrame>
  );
}

function View({ name }: { readonly name: string | null }): ReactElement {
  if (name === "exceptions") return <ExceptionsView />;
  return name === "refused" ? <RefusedView /> : <RulesView />;
}
