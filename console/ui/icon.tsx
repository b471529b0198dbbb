import type { LucideIcon } from "lucide-react";
import type { ReactElement } from "react";

export type Icon = LucideIcon;

interface IconMarkProps {
  readonly icon: Icon;
  /** The text that replaces the icon for those who cannot see it; without it the icon is decoration. */
  readonly label?: string;
}

/** Shows an icon at the size of the text beside it. */
export function IconMark({ icon: Shape, label }: IconMarkProps): ReactElement {
  return label === undefined ? (
    <Shape className="icon" aria-hidden="true" strokeWidth={1.75} />
  ) : (
    <Shape className="icon" role="img" aria-label={label} strokeWidth={1.75} />
  );
}
