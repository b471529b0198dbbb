import type { ReactElement } from "react";
import { Tabs } from "../../ui/tabs.tsx";

/** The views of the machine identities. */
export function NhiTabs({ current }: { readonly current: "identities" | "clusters" }): ReactElement {
  return (
    <Tabs
      label="Views of machine identities"
      tabs={[
        { label: "Identities", href: "/nhi", current: current === "identities" },
        { label: "Clusters", href: "/nhi/clusters", current: current === "clusters" },
      ]}
    />
  );
}
