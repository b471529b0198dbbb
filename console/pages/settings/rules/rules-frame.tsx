import "./rules.css";
import type { ReactElement, ReactNode } from "react";
import { useRead } from "../../../api/hooks.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { SettingsFrame } from "../settings-frame.tsx";
import { Packs } from "./packs.tsx";

const VIEWS = {
  Rules: "/settings/rules",
  Exceptions: "/settings/rule-exceptions",
  Refused: "/settings/refused-rules",
} as const;

interface RulesFrameProps {
  readonly view: keyof typeof VIEWS;
  readonly children: ReactNode;
}

/** The frame of the pages about rules: the packs, and the tabs that lead from one page to the others. */
export function RulesFrame({ view, children }: RulesFrameProps): ReactElement {
  const packs = useRead("listRulePacks", {});
  const refused = packs.data?.items.reduce((sum, pack) => sum + pack.refused, 0) ?? 0;
  return (
    <SettingsFrame
      section="Rules"
      lead="What is looked for in log rows. A switch or an exception acts on rows that are processed afterwards; events that exist stay."
    >
      <Loaded query={packs} lines={3}>
        {({ items }) => <Packs items={items} />}
      </Loaded>
      <Tabs
        label="Rules"
        tabs={Object.entries(VIEWS).map(([label, href]) => ({
          label,
          href,
          current: label === view,
          note: label === "Refused" && refused > 0 && (
            <span className="muted small number">{refused.toLocaleString()}</span>
          ),
        }))}
      />
      {children}
    </SettingsFrame>
  );
}
