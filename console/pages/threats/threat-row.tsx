import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactElement, useId } from "react";
import { Badge } from "../../ui/badge.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { IconMark } from "../../ui/icon.tsx";
import { Time } from "../../ui/time.tsx";
import { wordFor } from "../../words.ts";
import { PersonLink } from "../people/person-link.tsx";
import type { Threat } from "./threat.ts";
import { ThreatDetail } from "./threat-detail.tsx";
import { CATEGORIES, SOURCES } from "./threat-words.ts";

interface ThreatRowProps {
  readonly event: Threat;
  readonly isOpen: boolean;
  onToggle(): void;
}

/** A threat event that opens in place. */
export function ThreatRow({ event, isOpen, onToggle }: ThreatRowProps): ReactElement {
  const id = useId();
  return (
    <li className="threat">
      <div className="threat-head">
        <button type="button" className="threat-title" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          <IconMark icon={isOpen ? ChevronDown : ChevronRight} />
          <ForeignText value={event.title} max={240} />
        </button>
        <span className="threat-who">
          <Subject event={event} />
        </span>
        <span className="threat-when muted">
          <Time value={event.created_at} />
        </span>
        <p className="secondary">
          <ForeignText value={event.summary} max={isOpen ? 2_000 : 240} />
        </p>
        <span className="row threat-marks">
          {event.category.map((category) => (
            <Badge key={category}>{wordFor(CATEGORIES, category)}</Badge>
          ))}
          <span className="muted small">{wordFor(SOURCES, event.source)}</span>
        </span>
      </div>
      <div id={id}>{isOpen && <ThreatDetail event={event} />}</div>
    </li>
  );
}

function Subject({ event: { tuid, user_name, user_email } }: { readonly event: Threat }): ReactElement {
  if (tuid === null && user_email === null) return <ForeignText value={user_name} none="Nobody known" max={80} />;
  return <PersonLink name={user_name} email={user_email} tuid={tuid} />;
}
