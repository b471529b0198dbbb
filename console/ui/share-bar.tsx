import "../charts/chart.css";
import "./share-bar.css";
import type { ReactElement } from "react";
import type { Tone } from "./badge.tsx";

interface ShareBarProps {
  /** From 0 to 1. */
  readonly share: number;
  readonly tone?: Tone;
}

/** A share as a bar with its percentage. */
export function ShareBar({ share, tone = "accent" }: ShareBarProps): ReactElement {
  return (
    <span className="share-bar">
      <svg viewBox="0 0 64 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className="chart-empty" width="64" height="6" rx="2" />
        <rect
          className={`chart-${tone}`}
          width={Math.max(share > 0 ? 1 : 0, Math.min(1, share) * 64)}
          height="6"
          rx="2"
        />
      </svg>
      <span className="number">{percent(share)}</span>
    </span>
  );
}

/** Returns a share as a percentage; what is neither none nor all is not rounded to it. */
export function percent(share: number): string {
  const value = share * 100;
  if (value > 0 && value < 1) return "< 1 %";
  if (value > 99 && value < 100) return "> 99 %";
  return `${Math.round(value)} %`;
}
