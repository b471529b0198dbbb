import type { ReactElement } from "react";
import { OUTLIER_REASONS, OWASP_NHI } from "../../../src/model/identity/nhi-words.ts";
import { toneFor } from "../../access-words.ts";
import { RadiusBadge, TierBadge, YesNo } from "../../ui/access-badges.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Uncovered } from "../../ui/coverage.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { KeyValues } from "../../ui/key-values.tsx";
import { Shaped } from "../../ui/shaped.tsx";
import { ShareBar } from "../../ui/share-bar.tsx";
import { amount, sentenceCase, wordFor } from "../../words.ts";
import type { Nhi } from "./nhi.ts";
import { RISK_TONES } from "./nhi-words.ts";
import { Section, Sub, verdictOf } from "./section.tsx";

/** The risk score and every factor it is the sum of. */
export function NhiRiskCard({ nhi }: { readonly nhi: Nhi }): ReactElement {
  return (
    <Section
      title="Risk"
      nhi={nhi}
      section="risk"
      value={nhi.risk}
      has={{ score: "number", level: "text", factors: "list" }}
    >
      {(risk) => (
        <>
          <p className="row">
            <Badge tone={toneFor(RISK_TONES, risk.level)}>{sentenceCase(risk.level)}</Badge>
            <span>
              {risk.score} of 100 points
              {risk.factors.length === 0 && ": nothing was found that adds to its risk"}
            </span>
          </p>
          {risk.factors.length > 0 && (
            <DataTable
              caption="Factors of the risk"
              items={risk.factors}
              keyOf={({ id }) => id}
              columns={[
                {
                  header: "Factor",
                  cell: ({ title, evidence }) => (
                    <>
                      <strong>
                        <ForeignText value={title} max={160} />
                      </strong>
                      <div className="secondary">
                        <ForeignText value={evidence} max={600} />
                      </div>
                    </>
                  ),
                },
                {
                  header: "OWASP NHI",
                  cell: ({ owasp }) => (owasp === null ? "—" : `${owasp} ${wordFor(OWASP_NHI, owasp)}`),
                  showFrom: "medium",
                },
                { header: "Points", cell: ({ points }) => `+${points}`, align: "end" },
              ]}
            />
          )}
        </>
      )}
    </Section>
  );
}

/** How privileged the identity is, why, and what its takeover could reach. */
export function NhiReach({ nhi }: { readonly nhi: Nhi }): ReactElement {
  const lens = nhi.risk_lens;
  return (
    <Card
      title="Tier and reach"
      lead="What could be taken over with it: tier 0 the tenant, tier 1 broad or sensitive access, tier 2 little."
    >
      <KeyValues
        items={[
          ["Blast radius", <RadiusBadge key="radius" radius={lens?.blast_radius} />],
          ["Takes over tenant", <YesNo key="reaches" value={lens?.reaches_control_plane ?? null} />],
        ]}
      />
      {nhi.asset_tier ? (
        <Shaped value={nhi.asset_tier} has={{ tier: "text", label: "text", basis: "list" }}>
          {(tier) => (
            <>
              <p className="row">
                <TierBadge tier={tier.tier} />
                <span className="secondary">
                  {sentenceCase(tier.plane)} plane, {tier.direct ? "held directly" : "through what it can take over"}
                </span>
              </p>
              {tier.basis.length > 0 && (
                <Sub title="Because of">
                  <ul className="stack-s small">
                    {tier.basis.map(({ key, name, path }) => (
                      <li key={key}>
                        <ForeignText value={name} max={160} />
                        {path.length > 0 && (
                          <div className="muted">
                            <ForeignText value={path.join(" → ")} max={400} />
                          </div>
                        )}
                      </li>
                    ))}
                  </ul>
                </Sub>
              )}
            </>
          )}
        </Shaped>
      ) : (
        <Uncovered verdict={verdictOf(nhi, "asset_tier")} />
      )}
    </Card>
  );
}

/** The identities it is similar to, and its place among them. */
export function NhiCluster({ nhi }: { readonly nhi: Nhi }): ReactElement {
  const { cluster } = nhi;
  if (!cluster) {
    return (
      <Card title="Cluster">
        <p className="muted">No other identities are similar to this one.</p>
      </Card>
    );
  }
  return (
    <Card
      title="Cluster"
      lead="Identities with similar permissions, systems, names and rhythm."
      aside={<TierBadge tier={cluster.tier} />}
    >
      <p>
        <ForeignText value={cluster.name} max={200} />
      </p>
      {cluster.rank && (
        <Shaped value={cluster.rank} has={{ position: "number", of: "number", outlier_reasons: "list" }}>
          {(rank) => (
            <>
              <KeyValues
                items={[
                  ["Place by risk", `${rank.position} of ${amount(rank.of, "member")}`],
                  ["Similarity", <ShareBar key="similarity" share={rank.similarity} />],
                ]}
              />
              {rank.outlier && (
                <Sub title="It differs from most members">
                  <ul className="stack-s small">
                    {rank.outlier_reasons.map((reason) => (
                      <li key={reason}>{sentenceCase(wordFor(OUTLIER_REASONS, reason))}</li>
                    ))}
                  </ul>
                </Sub>
              )}
            </>
          )}
        </Shaped>
      )}
    </Card>
  );
}
