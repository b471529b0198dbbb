import { Printer } from "lucide-react";
import type { ReactElement } from "react";
import { useParams } from "wouter";
import type { DriftDelta } from "../../../src/model/drift.ts";
import type { ReplyOf } from "../../api/call.ts";
import { useRead } from "../../api/hooks.ts";
import { Page } from "../../app/page.tsx";
import { AnyValue } from "../../ui/any-value.tsx";
import { Badge, SeverityBadge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Columns } from "../../ui/columns.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { KeyValues } from "../../ui/key-values.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { percent } from "../../ui/share-bar.tsx";
import { Time } from "../../ui/time.tsx";
import { wordFor } from "../../words.ts";
import { NhiLink } from "../nhi/nhi-link.tsx";
import { PersonLink } from "../people/person-link.tsx";
import { ChangedItems } from "./changed-items.tsx";
import { ComparedWindows } from "./compared-windows.tsx";
import { DIRECTIONS, deltaOf, driftTitle, headlineOf, MEASURES, PERIODS, SHARE_MEASURES } from "./drift-words.ts";

type Drift = ReplyOf<"getDrift">;

/** One change: what was before, what is after, and the rows that show it. */
export function DriftPage(): ReactElement {
  const { drift_id = "" } = useParams<{ drift_id: string }>();
  const drift = useRead("getDrift", { params: { drift_id } });
  const delta = drift.data && deltaOf(drift.data.delta);
  return (
    <Page
      title={drift.data ? driftTitle(drift.data.computator) : "Change"}
      parent={{ name: "Drift", href: "/drift" }}
      marks={
        delta && (
          <>
            <SeverityBadge severity={delta.severity} />
            <Badge>{wordFor(DIRECTIONS, delta.direction)}</Badge>
          </>
        )
      }
      lead={drift.data && <ForeignText value={headlineOf(drift.data.delta)} max={600} />}
      actions={
        <Button icon={Printer} onClick={() => print()}>
          Print
        </Button>
      }
    >
      <Loaded query={drift} lines={10}>
        {(data) => <DriftBody drift={data} />}
      </Loaded>
    </Page>
  );
}

function DriftBody({ drift }: { readonly drift: Drift }): ReactElement {
  const delta = deltaOf(drift.delta);
  return (
    <Columns
      aside={
        <>
          <Subject drift={drift} delta={delta} />
          {delta && <Strength delta={delta} />}
        </>
      }
    >
      {delta ? (
        <>
          <ChangedItems items={delta.items} measure={delta.measure} />
          <ComparedWindows delta={delta} />
        </>
      ) : (
        <Card title="As recorded by another system">
          <AnyValue value={drift.delta} />
        </Card>
      )}
    </Columns>
  );
}

interface SubjectProps {
  readonly drift: Drift;
  readonly delta: DriftDelta | undefined;
}

/** Who or what changed. A change of a machine identity starts with its name, and the person is its steward. */
function Subject({ drift: { user, time_period, detected_at, period_start_at }, delta }: SubjectProps): ReactElement {
  const nhi = useNamedNhi(delta?.summary ?? "");
  return (
    <Card title="About">
      <KeyValues
        items={[
          ...(nhi
            ? [["Machine identity", <NhiLink key="nhi" nuid={nhi.nuid} name={nhi.display_name} />] as const]
            : []),
          [nhi ? "Its steward" : "Person", <PersonLink key="person" name={user.name} email={user.email} />],
          ["Window", wordFor(PERIODS, time_period)],
          ["Began", period_start_at === null ? "Not known" : <Time key="start" value={period_start_at} format="day" />],
          ["Detected", detected_at === null ? "Not known" : <Time key="detected" value={detected_at} format="day" />],
        ]}
      />
    </Card>
  );
}

/** Finds the machine identity whose name is before the first colon of a summary. */
function useNamedNhi(summary: string) {
  const at = summary.indexOf(": ");
  const name = at > 0 ? summary.slice(0, at) : "";
  const found = useRead(
    "listNhi",
    { query: { search: name.slice(0, 256), page_size: 50 } },
    { enabled: name !== "" && name.length <= 256 },
  );
  return found.data?.items.find(({ display_name }) => display_name === name);
}

/** How large the change is, and why it is not chance. */
function Strength({
  delta: { measure, value, threshold, significance },
}: {
  readonly delta: DriftDelta;
}): ReactElement {
  const shown = (number: number | null): string => {
    if (number === null) return "Not known";
    return SHARE_MEASURES.has(measure)
      ? percent(number)
      : number.toLocaleString(undefined, { maximumFractionDigits: 2 });
  };
  return (
    <Card title="How strong it is">
      <p className="secondary">{wordFor(MEASURES, measure)}</p>
      <KeyValues
        items={[["Measured", shown(value)], ...(threshold ? [["Reported from", shown(threshold)] as const] : [])]}
      />
      {significance && <Significance significance={significance} />}
    </Card>
  );
}

function Significance({
  significance,
}: {
  readonly significance: NonNullable<DriftDelta["significance"]>;
}): ReactElement {
  const { self_max, history_windows, cohort_percentile, permutation_p, permutations } = significance;
  const facts: (readonly [string, string])[] = [
    [
      "More than",
      cohort_percentile === 1 ? "All comparable identities" : `${percent(cohort_percentile)} of comparable identities`,
    ],
  ];
  if (history_windows > 0 && self_max !== null) {
    const most = self_max.toLocaleString(undefined, { maximumFractionDigits: 2 });
    facts.push(["Own past", `At most ${most} in ${history_windows} earlier windows`]);
  }
  if (permutation_p !== null) {
    facts.push(["By chance", `p = ${permutation_p} in ${permutations} shuffles of the days`]);
  }
  return <KeyValues items={facts} />;
}
