import "./button.css";
import type { ButtonHTMLAttributes, ReactElement, Ref } from "react";
import { Link } from "wouter";
import { type Icon, IconMark } from "./icon.tsx";

interface Look {
  readonly look?: "primary" | "danger" | "plain" | undefined;
  readonly small?: boolean | undefined;
  readonly icon?: Icon | undefined;
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  readonly ref?: Ref<HTMLButtonElement>;
  /** Disables the button while its action is in progress. */
  readonly busy?: boolean;
}

function classOf({ look, small, icon }: Look, hasText: boolean): string {
  const parts = ["button", look && `button-${look}`, small && "button-small", icon && !hasText && "button-icon"];
  return parts.filter(Boolean).join(" ");
}

/** A button; with an icon and no text it needs an `aria-label`. */
export function Button({ look, small, icon, busy = false, children, className, ...rest }: ButtonProps): ReactElement {
  const own = classOf({ look, small, icon }, children !== undefined);
  return (
    <button
      type="button"
      title={children === undefined ? rest["aria-label"] : undefined}
      {...rest}
      disabled={rest.disabled === true || busy}
      aria-busy={busy || undefined}
      className={className ? `${own} ${className}` : own}
    >
      {icon && <IconMark icon={icon} />}
      {children}
    </button>
  );
}

interface ButtonLinkProps extends Look {
  readonly href: string;
  readonly children: string;
}

/** A link that looks like a button. */
export function ButtonLink({ href, children, ...look }: ButtonLinkProps): ReactElement {
  return (
    <Link href={href} className={classOf(look, true)}>
      {look.icon && <IconMark icon={look.icon} />}
      {children}
    </Link>
  );
}
