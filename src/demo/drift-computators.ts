import type { DriftPeriod } from "../model/vocabulary.ts";
import type { DetectionId } from "./detections.ts";

/** What a kind of finding, when it is part of a lasting change, is reported as. */
export interface Computator {
  readonly name: string;
  readonly from: { readonly detection: DetectionId; readonly count: number };
  readonly periods: readonly DriftPeriod[];
  readonly measured: { readonly measure: string; readonly threshold: number | null };
  readonly direction: "added" | "increase" | "shift";
  readonly status: "new" | "up";
  readonly privileged: boolean;
  /** What changed, and the sentence that says so. */
  readonly label: string;
  readonly summary: string;
}

const novelty = { direction: "added", status: "new", privileged: false } as const;
const redistribution = { direction: "shift", status: "up", privileged: false } as const;
const growth = { direction: "increase", status: "up", privileged: false } as const;
const grant = { direction: "added", status: "new", privileged: true } as const;

export const COMPUTATORS: readonly Computator[] = [
  {
    ...novelty,
    name: "location_set",
    from: { detection: "rare_country", count: 7 },
    periods: ["7d", "30d"],
    measured: { measure: "first_ever_share", threshold: 0.02 },
    label: "{country}",
    summary: "{percent} % of the activity came from {country}, where {name} had never worked before.",
  },
  {
    ...novelty,
    name: "application_set",
    from: { detection: "rare_app", count: 7 },
    periods: ["7d", "30d"],
    measured: { measure: "first_ever_share", threshold: 0.05 },
    label: "{app}",
    summary: "{percent} % of the activity of {name} is in {app}, never used before.",
  },
  {
    ...novelty,
    name: "device_set",
    from: { detection: "new_device", count: 6 },
    periods: ["7d", "30d"],
    measured: { measure: "first_ever_share", threshold: 0.1 },
    label: "{device}",
    summary: "{percent} % of the sign-ins of {name} came from {device}, never used before.",
  },
  {
    ...novelty,
    name: "resource_set",
    from: { detection: "external_share", count: 5 },
    periods: ["90d", "180d"],
    measured: { measure: "first_ever_share", threshold: 0.05 },
    label: "{site}",
    summary: "{percent} % of the activity of {name} is in {site}, never touched before.",
  },
  {
    ...redistribution,
    name: "working_hours",
    from: { detection: "off_hours", count: 5 },
    periods: ["30d", "90d"],
    measured: { measure: "js_distance", threshold: 0.1 },
    label: "Weekday nights",
    summary: "The working hours of {name} have moved towards weekday nights.",
  },
  {
    ...growth,
    name: "activity_volume",
    from: { detection: "mass_download", count: 4 },
    periods: ["7d", "30d"],
    measured: { measure: "log_ratio", threshold: 0.405 },
    label: "Weekdays",
    summary: "{name} is far more active per working day than before.",
  },
  {
    ...grant,
    name: "entitlement_set",
    from: { detection: "privilege_then_use", count: 3 },
    periods: ["30d", "180d"],
    measured: { measure: "weighted_jaccard", threshold: 0.2 },
    label: "{role}",
    summary: "{name} now holds {role}, a privilege not held before.",
  },
  {
    ...grant,
    name: "credential_set",
    from: { detection: "app_credential_added", count: 3 },
    periods: ["7d"],
    measured: { measure: "state_change", threshold: null },
    label: "Client secret of {nhi}",
    summary: "A new client secret was added to {nhi} by {name}.",
  },
];
