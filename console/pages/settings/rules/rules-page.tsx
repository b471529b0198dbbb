import type { ReactElement } from "react";
import type { OwnInputOf } from "../../../api/call.ts";
import { usePages } from "../../../api/hooks.ts";
import { useUrlState } from "../../../app/url-state.ts";
import { SeverityBadge } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { type Column, PagedTable, RowLink } from "../../../ui/data-table.tsx";
import { FilterBar, SelectFilter, TextFilter } from "../../../ui/filter-bar.tsx";
import { ForeignText } from "../../../ui/foreign-text.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { amount, optionsOf, SEVERITIES } from "../../../words.ts";
import { TableName } from "../../data-coverage/table-name.tsx";
import { ruleHref } from "./rule-link.tsx";
import { RuleState } from "./rule-state.tsx";
import { findingsText, KINDS, PACKS, type Rule, STATES } from "./rule-words.ts";
import { RulesFrame } from "./rules-frame.tsx";
import { TABLE_OPTIONS } from "./table-options.ts";

type Query = NonNullable<OwnInputOf<"listRules">["query"]>;

/** The filters with a fixed set of values. */
const CHOICES: Readonly<Record<string, readonly { readonly value: string; readonly label: string }[]>> = {
  pack: optionsOf(PACKS),
  kind: optionsOf(KINDS),
  severity: optionsOf(SEVERITIES),
  state: optionsOf(STATES),
  table: TABLE_OPTIONS,
};
const LABELS: Readonly<Record<string, string>> = {
  pack: "Pack",
  kind: "Kind",
  severity: "Severity",
  state: "State",
  table: "Log table",
};
const FILTERS = ["search", ...Object.keys(CHOICES)];

const columns: readonly Column<Rule>[] = [
  { header: "Rule", cell: (rule) => <Title rule={rule} /> },
  { header: "State", cell: ({ state }) => <RuleState state={state} /> },
  { header: "Severity", showFrom: "medium", cell: ({ severity }) => <SeverityBadge severity={severity} /> },
  { header: "Log tables", showFrom: "wide", cell: ({ tables }) => <Tables tables={tables} /> },
  { header: "Techniques", showFrom: "wide", cell: ({ techniques }) => <Techniques names={techniques} /> },
  {
    header: "Findings, 30 days",
    align: "end",
    showFrom: "medium",
    cell: ({ findings_30_days: count }) => <span className="number">{findingsText(count)}</span>,
  },
];

/** Every rule, correlation and behavior, with filters. */
export function RulesPage(): ReactElement {
  const [values] = useUrlState();
  const pages = usePages("listRules", { query: queryOf(values) });
  return (
    <RulesFrame view="Rules">
      <FilterBar names={FILTERS}>
        <TextFilter name="search" label="Name, title or technique" />
        {Object.entries(CHOICES).map(([name, options]) => (
          <SelectFilter key={name} name={name} label={LABELS[name] ?? name} options={options} />
        ))}
      </FilterBar>
      <Card title="Rules" flush>
        <PagedTable
          caption="Rules"
          pages={pages}
          columns={columns}
          keyOf={({ name }) => name}
          empty={
            <EmptyState title="No rule matches the filters">
              <p>Clear the filters to see all rules. Rules that only feed correlations are not listed.</p>
            </EmptyState>
          }
        />
      </Card>
    </RulesFrame>
  );
}

function queryOf(values: URLSearchParams): Query {
  const chosen = Object.entries(CHOICES).flatMap(([name, options]) => {
    const value = values.get(name);
    return options.some((option) => option.value === value) ? [[name, value] as const] : [];
  });
  const search = (values.get("search") ?? "").slice(0, 256);
  return { page_size: 50, ...(Object.fromEntries(chosen) as Query), ...(search && { search }) };
}

function Title({ rule: { name, title, kind, pack, exceptions } }: { readonly rule: Rule }): ReactElement {
  return (
    <div className="two-lines">
      <RowLink href={ruleHref(name)}>
        <ForeignText value={title} max={200} />
      </RowLink>
      <span className="muted small">
        <span className="rule-path">{name}</span>
        {` · ${isOwn(pack) ? `${KINDS[kind]}, ${PACKS[pack].toLowerCase()}` : KINDS[kind]}`}
        {exceptions > 0 && ` · ${amount(exceptions, "exception")}`}
      </span>
    </div>
  );
}

const isOwn = (pack: Rule["pack"]): boolean => pack === "installation" || pack === "domain";

const MAX_TABLES = 2;

function Tables({ tables }: { readonly tables: readonly string[] }): ReactElement {
  const more = tables.length - MAX_TABLES;
  return (
    <span className="small" title={tables.join(", ")}>
      {tables.slice(0, MAX_TABLES).map((table, at) => (
        <span key={table}>
          {at > 0 && ", "}
          <TableName name={table} />
        </span>
      ))}
      {more > 0 && <span className="muted">{` and ${more} more`}</span>}
    </span>
  );
}

function Techniques({ names }: { readonly names: readonly string[] }): ReactElement {
  return names.length === 0 ? <span className="muted">—</span> : <span className="small">{names.join(", ")}</span>;
}
