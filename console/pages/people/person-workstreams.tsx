import "./person-workstreams.css";
import type { ReactElement } from "react";
import { Card } from "../../ui/card.tsx";
import { PartialMark, Uncovered } from "../../ui/coverage.tsx";
import { Folded } from "../../ui/folded.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import type { Persona } from "./persona.ts";

type Workstream = NonNullable<Persona["workstreams"]>["items"][number];

interface PersonWorkstreamsProps {
  readonly workstreams: Persona["workstreams"];
  readonly verdict: string;
}

/** What the person works on, where and with whom. */
export function PersonWorkstreams({ workstreams, verdict }: PersonWorkstreamsProps): ReactElement {
  return (
    <Card
      title="Workstreams"
      lead="What the logs show the person working on, where and with whom."
      aside={<PartialMark verdict={verdict} />}
    >
      {workstreams ? <Body workstreams={workstreams} /> : <Uncovered verdict={verdict} />}
    </Card>
  );
}

function Body({ workstreams: { summary, items } }: { readonly workstreams: NonNullable<Persona["workstreams"]> }) {
  if (items.length === 0) return <p className="muted">{summary ?? "No workstream was found in the activity."}</p>;
  return (
    <Folded count={items.length} noun="workstream">
      <ul className="workstreams">
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the order is fixed
          <li key={at}>
            <WorkstreamItem item={item} />
          </li>
        ))}
      </ul>
    </Folded>
  );
}

function WorkstreamItem({ item }: { readonly item: Workstream }): ReactElement {
  return (
    <>
      <h3>
        <ForeignText value={item.name} none="Without a name" max={120} />
      </h3>
      {item.description && (
        <p>
          <ForeignText value={item.description} />
        </p>
      )}
      {item.systems.length > 0 && <Line name="In" items={item.systems} />}
      {item.collaborators.length > 0 && <Line name="With" items={item.collaborators} />}
    </>
  );
}

function Line({ name, items }: { readonly name: string; readonly items: readonly string[] }): ReactElement {
  return (
    <p className="muted">
      {name} <ForeignText value={items.join(", ")} max={600} />
    </p>
  );
}
