import "./menu.css";
import { Check } from "lucide-react";
import { type KeyboardEvent, type ReactElement, type ReactNode, useId, useRef } from "react";
import { type Icon, IconMark } from "./icon.tsx";

export interface MenuItem {
  readonly key: string;
  readonly label: ReactNode;
  readonly icon?: Icon | undefined;
  /** Shown at the end of the line, such as a key. */
  readonly note?: ReactNode;
  /** Set for items of which one is chosen. */
  readonly checked?: boolean;
  readonly disabled?: boolean;
  onChoose(): void;
}

interface MenuProps {
  /** The accessible name of the button and the menu. */
  readonly label: string;
  /** The content of the button. */
  readonly children: ReactNode;
  readonly items: readonly MenuItem[];
  readonly className?: string;
}

/** A button that opens a menu. The arrow keys move within it; Escape closes it. */
export function Menu({ label, children, items, className = "button" }: MenuProps): ReactElement {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-label={label}
      >
        {children}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        className="menu"
        onToggle={(event) => {
          if (event.newState === "open") openBeside(button.current, menu.current);
        }}
        onKeyDown={moveFocus}
      >
        {items.map((item) => (
          <button
            key={item.key}
            type="button"
            {...(item.checked === undefined
              ? { role: "menuitem" }
              : { role: "menuitemradio", "aria-checked": item.checked })}
            disabled={item.disabled}
            className="menu-item"
            onClick={() => {
              menu.current?.hidePopover();
              item.onChoose();
            }}
          >
            {item.icon && <IconMark icon={item.icon} />}
            {item.label}
            {item.note !== undefined && <span className="menu-note muted">{item.note}</span>}
            {item.checked && <IconMark icon={Check} />}
          </button>
        ))}
      </div>
    </>
  );
}

/** Places the menu below its button, or above it if there is no room, within the window. */
function openBeside(button: HTMLElement | null, menu: HTMLElement | null): void {
  if (!button || !menu) return;
  const at = button.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const below = at.bottom + 4;
  const top = below + height > innerHeight - 8 ? Math.max(8, at.top - height - 4) : below;
  menu.style.top = `${top}px`;
  menu.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
  itemsIn(menu)[0]?.focus();
}

const itemsIn = (menu: HTMLElement): HTMLElement[] => [...menu.querySelectorAll<HTMLElement>("button:not(:disabled)")];

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = itemsIn(event.currentTarget);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const targets: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  const target = targets[event.key];
  if (target === undefined) return;
  event.preventDefault();
  items.at(target % items.length)?.focus();
}
