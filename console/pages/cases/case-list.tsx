import "./case-list.css";
import { type MouseEvent, memo, type ReactElement } from "react";
import { Link } from "wouter";
import { SeverityBadge } from "../../ui/badge.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { Time } from "../../ui/time.tsx";
import { amount, THREAT_TYPES } from "../../words.ts";
import { type CaseItem, subjectOf, titlesOf } from "./case-view.ts";
import { SwipeRow } from "./swipe-row.tsx";

export interface CaseActions {
  select(found: CaseItem): void;
  swipeRight(found: CaseItem): void;
  swipeLeft(found: CaseItem): void;
}

interface CaseListProps {
  readonly items: readonly CaseItem[];
  readonly selected: string | undefined;
  readonly canDecide: boolean;
  readonly actions: CaseActions;
}

/** The queue. One row can be reached with Tab; j and k move between rows. */
export function CaseList({ items, selected, canDecide, actions }: CaseListProps): ReactElement {
  return (
    <ul className="case-list" aria-label="Cases">
      {items.map((item) => (
        <li key={item.case_id}>
          <SwipeRow
            disabled={!canDecide}
            right={{ label: "Investigate", run: () => actions.swipeRight(item) }}
            left={{ label: "False positive", run: () => actions.swipeLeft(item) }}
          >
            <CaseRow item={item} isSelected={item.case_id === selected} onSelect={actions.select} />
          </SwipeRow>
        </li>
      ))}
    </ul>
  );
}

/** Below this width there is no preview, so a row opens its case. */
const hasPreview = (): boolean => matchMedia("(min-width: 1000px)").matches;

interface CaseRowProps {
  readonly item: CaseItem;
  readonly isSelected: boolean;
  onSelect(found: CaseItem): void;
}

const CaseRow = memo(function CaseRow({ item, isSelected, onSelect }: CaseRowProps): ReactElement {
  // A click with the keyboard has no detail: Enter opens the case.
  const click = (event: MouseEvent): void => {
    if (event.detail === 0 || event.ctrlKey || event.metaKey || event.shiftKey || !hasPreview()) return;
    event.preventDefault();
    onSelect(item);
  };
  return (
    <Link
      href={`/cases/${item.case_id}`}
      id={rowId(item.case_id)}
      className="case-row"
      aria-current={isSelected ? "true" : undefined}
      tabIndex={isSelected ? 0 : -1}
      onClick={click}
    >
      <span className="spread">
        <strong className="truncate">
          <ForeignText value={subjectOf(item)} max={120} />
        </strong>
        <span className="muted small">
          <Time value={item.created_at} />
        </span>
      </span>
      <span className="case-row-facts">
        {item.severity && <SeverityBadge severity={item.severity} />}
        <span className="truncate">
          {THREAT_TYPES[item.threat_type]} · {amount(item.events.length, "event")}
        </span>
      </span>
      <span className="truncate small muted">
        <ForeignText value={titlesOf(item.events).join(" · ")} max={200} />
      </span>
    </Link>
  );
});

/** The id of a row's element. */
export const rowId = (caseId: string): string => `case-${caseId}`;
