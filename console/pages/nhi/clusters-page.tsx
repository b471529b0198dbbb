import "./clusters-page.css";
import type { ReactElement } from "react";
import { ARCHETYPES } from "../../../src/model/identity/nhi-words.ts";
import { type ItemOf, usePages } from "../../api/hooks.ts";
import { Page } from "../../app/page.tsx";
import { TierBadge } from "../../ui/access-badges.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card, Cards } from "../../ui/card.tsx";
import { LoadMore } from "../../ui/data-table.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { amount, wordFor } from "../../words.ts";
import { NhiLink } from "./nhi-link.tsx";
import { NhiTabs } from "./nhi-tabs.tsx";

type Cluster = ItemOf<"listNhiClusters">;

/** Groups of machine identities that are alike, and the members that are not. */
export function ClustersPage(): ReactElement {
  return (
    <Page
      title="Machine identities"
      lead="Identities with similar permissions, systems, names and rhythm. One that differs from the others deserves a look."
    >
      <NhiTabs current="clusters" />
      <Clusters />
    </Page>
  );
}

function Clusters(): ReactElement {
  const pages = usePages("listNhiClusters", { query: { page_size: 50 } });
  if (pages.items === undefined) {
    return pages.error ? <ErrorState error={pages.error} onRetry={pages.reload} /> : <Skeleton lines={12} />;
  }
  if (pages.items.length === 0) {
    return (
      <EmptyState title="No clusters yet">
        <p>A cluster needs at least three identities that are alike.</p>
      </EmptyState>
    );
  }
  return (
    <>
      <Cards>
        {pages.items.map((cluster) => (
          <ClusterCard key={cluster.cluster_id} cluster={cluster} />
        ))}
      </Cards>
      <LoadMore pages={pages} />
    </>
  );
}

function ClusterCard({ cluster }: { readonly cluster: Cluster }): ReactElement {
  const { members, member_count, outlier_count, archetype } = cluster;
  return (
    <Card title={cluster.name} aside={<TierBadge tier={cluster.tier} />}>
      <p className="secondary small">
        {amount(member_count, "member")}
        {archetype && `, mostly ${wordFor(ARCHETYPES, archetype).toLowerCase()}`}
        {outlier_count > 0 &&
          `; ${outlier_count} of them ${outlier_count === 1 ? "differs" : "differ"} from the others`}
      </p>
      <ol className="cluster-members">
        {members.map((member) => (
          <li key={member.nuid}>
            <NhiLink nuid={member.nuid} name={member.display_name} />
            {member.outlier && <Badge tone="medium">Differs</Badge>}
            <span className="muted number" title="Risk score, of 100">
              {member.score}
            </span>
          </li>
        ))}
      </ol>
      {member_count > members.length && (
        <p className="muted small">{amount(member_count - members.length, "member")} with a lower risk not listed.</p>
      )}
    </Card>
  );
}
