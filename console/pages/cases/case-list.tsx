import "./case-list.css";
import { type MouseEvent, memo, type ReactElement } from "react";
import { Link } from "wouter";
import { SeverityBadge } from "../../ui/badge.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { Time } from "../../ui/time.tsx";
import { amount, THREAT_TYPES } from "../../words.ts";
import { type CaseItem, subjectOf, titlesOf } from "./case-view.ts";
import { ChoiceBox } from "./choice-box.tsx";
import { SwipeRow } from "./swipe-row.tsx";

/** What can be done with a row; the same functions as long as the list is shown, so that rows stay as they are. */
export interface CaseActions {
  select(found: CaseItem): void;
  /** Chooses a case for a verdict on several, or all cases up to it. */
  choose(found: CaseItem, upTo: boolean): void;
  swipeRight(found: CaseItem): void;
  swipeLeft(found: CaseItem): void;
}

interface CaseListProps {
  readonly items: readonly CaseItem[];
  readonly selected: string | undefined;
  isChosen(caseId: string): boolean;
  readonly canDecide: boolean;
  readonly actions: CaseActions;
}

/** The queue. One row can be reached with Tab; j and k move between rows. */
export function CaseList({ items, selected, isChosen, canDecide, actions }: CaseListProps): ReactElement {
  return (
    <ul className="case-list" aria-label="Cases">
      {items.map((item) => (
        <CaseRow
          key={item.case_id}
          item={item}
          isSelected={item.case_id === selected}
          isChosen={isChosen(item.case_id)}
          canDecide={canDecide}
          actions={actions}
        />
      ))}
    </ul>
  );
}

/** Below this width there is no preview, so a row opens its case. */
const hasPreview = (): boolean => matchMedia("(min-width: 1000px)").matches;

interface CaseRowProps {
  readonly item: CaseItem;
  readonly isSelected: boolean;
  readonly isChosen: boolean;
  readonly canDecide: boolean;
  readonly actions: CaseActions;
}

const CaseRow = memo(function CaseRow({ item, isSelected, isChosen, canDecide, actions }: CaseRowProps): ReactElement {
  return (
    <li className={isChosen ? "chosen" : undefined}>
      <SwipeRow
        disabled={!canDecide}
        right={{ label: "Investigate", run: () => actions.swipeRight(item) }}
        left={{ label: "False positive", run: () => actions.swipeLeft(item) }}
      >
        <CaseLink item={item} isSelected={isSelected} actions={actions} />
        {canDecide && (
          <ChoiceBox
            className="case-choice"
            aria-label={`Choose the case of ${subjectOf(item)}`}
            checked={isChosen}
            tabIndex={isSelected ? 0 : -1}
            onClick={({ shiftKey }) => actions.choose(item, shiftKey)}
            onChange={() => undefined}
          />
        )}
      </SwipeRow>
    </li>
  );
});

function CaseLink({ item, isSelected, actions }: Pick<CaseRowProps, "item" | "isSelected" | "actions">): ReactElement {
  // A click with the keyboard has no detail: Enter opens the case.
  const click = (event: MouseEvent): void => {
    if (event.detail === 0 || event.ctrlKey || event.metaKey || event.shiftKey || !hasPreview()) return;
    event.preventDefault();
    actions.select(item);
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
}

/** The id of a row's element. */
export const rowId = (caseId: string): string => `case-${caseId}`;
