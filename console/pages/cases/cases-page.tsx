import "./cases-page.css";
import { ArrowUp, Inbox, SearchX } from "lucide-react";
import { memo, type ReactElement, type ReactNode, useDeferredValue, useMemo } from "react";
import { useSearch } from "wouter";
import { type Pages, usePages } from "../../api/hooks.ts";
import { Page } from "../../app/page.tsx";
import { useMay } from "../../app/session.ts";
import { useUrlState } from "../../app/url-state.ts";
import { Button } from "../../ui/button.tsx";
import { LoadMore } from "../../ui/data-table.tsx";
import { FilterBar, SelectFilter, TextFilter } from "../../ui/filter-bar.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { amount, optionsOf, THREAT_TYPES } from "../../words.ts";
import { CaseList, rowId } from "./case-list.tsx";
import { CasePreview } from "./case-preview.tsx";
import { CASE_FILTERS, type CaseItem, caseQuery, caseTabs, dayOf, PERIODS } from "./case-view.ts";
import { ChosenCases } from "./chosen-cases.tsx";
import { type DecisionActions, DecisionBar } from "./decision-bar.tsx";
import { useAnchoredScroll } from "./use-anchored-scroll.ts";
import { useTriage } from "./use-triage.tsx";

const POLL_MS = 15_000;

/** The triage queue: a list and the case that is selected, by keyboard, mouse or touch. */
export function CasesPage(): ReactElement {
  const search = useSearch();
  const [values] = useUrlState();
  const query = useMemo(() => caseQuery(values, Date.now()), [values]);
  const pages = usePages("listCases", { query }, { refetchInterval: POLL_MS });
  return (
    <Page title="Cases" fill actions={<KeyHints />}>
      <div className="cases-bar">
        <Tabs label="States" tabs={caseTabs(search)} />
        <FilterBar names={CASE_FILTERS}>
          <TextFilter name="email" label="Email address" />
          <SelectFilter name="threat_type" label="Type" options={optionsOf(THREAT_TYPES)} />
          <SelectFilter name="since" label="Created" options={PERIODS} any="Any time" />
          {dayOf(values) && <span className="secondary small">Created on {dayOf(values)} (UTC)</span>}
        </FilterBar>
      </div>
      <Queue pages={pages} isFiltered={CASE_FILTERS.some((name) => values.has(name))} />
    </Page>
  );
}

function Queue({ pages, isFiltered }: { readonly pages: Pages<CaseItem>; readonly isFiltered: boolean }): ReactNode {
  if (pages.items === undefined) {
    return pages.error ? <ErrorState error={pages.error} onRetry={pages.reload} /> : <Skeleton lines={14} />;
  }
  if (pages.items.length === 0) return <NoCases isFiltered={isFiltered} />;
  return <Triage pages={pages} items={pages.items} />;
}

function Triage({ pages, items }: { readonly pages: Pages<CaseItem>; readonly items: readonly CaseItem[] }) {
  const canDecide = useMay("submitVerdict");
  const triage = useTriage(items, canDecide);
  const ids = useMemo(() => items.map(({ case_id }) => case_id), [items]);
  const scroll = useAnchoredScroll(ids, rowId);
  // The row is marked at once; the preview follows.
  const previewed = useDeferredValue(triage.selected);
  return (
    <div className="triage">
      <div className="triage-side">
        <div className="triage-new" role="status">
          {scroll.above > 0 && (
            <Button small look="primary" icon={ArrowUp} onClick={scroll.showTop}>
              {amount(scroll.above, "new case")}
            </Button>
          )}
        </div>
        <div className="triage-list" ref={scroll.ref}>
          {triage.choice.ids.length > 0 && (
            <ChosenCases
              count={triage.choice.ids.length}
              onVerdict={triage.startVerdict}
              onClear={triage.choice.clear}
            />
          )}
          <CaseList
            items={items}
            selected={triage.selected?.case_id}
            isChosen={triage.choice.has}
            canDecide={canDecide}
            actions={triage.actions}
          />
          <LoadMore pages={pages} />
        </div>
      </div>
      <div className="triage-preview">
        {previewed && <Preview found={previewed} canDecide={canDecide} decisions={triage.decisions} />}
      </div>
      {triage.dialog}
    </div>
  );
}

interface PreviewProps {
  readonly found: CaseItem;
  readonly canDecide: boolean;
  readonly decisions: DecisionActions;
}

const Preview = memo(function Preview({ found, canDecide, decisions }: PreviewProps): ReactElement {
  return <CasePreview found={found}>{canDecide && <DecisionBar found={found} {...decisions} />}</CasePreview>;
});

function NoCases({ isFiltered }: { readonly isFiltered: boolean }): ReactElement {
  return isFiltered ? (
    <EmptyState icon={SearchX} title="No case matches">
      <p>Clear the filters above, or look at another state.</p>
    </EmptyState>
  ) : (
    <EmptyState icon={Inbox} title="Nothing here">
      <p>Cases appear here by themselves when threats of one person or identity belong together.</p>
    </EmptyState>
  );
}

function KeyHints(): ReactElement {
  return (
    <p className="key-hints">
      <span>
        <kbd>j</kbd> <kbd>k</kbd> move
      </span>
      <span>
        <kbd>o</kbd> open
      </span>
      <span>
        <kbd>x</kbd> choose
      </span>
      <span>
        <kbd>i</kbd> investigate
      </span>
      <span>
        <kbd>1</kbd>–<kbd>5</kbd> verdict
      </span>
      <span>
        <kbd>?</kbd> all keys
      </span>
    </p>
  );
}
