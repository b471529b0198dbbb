import "./choice-box.css";
import type { InputHTMLAttributes, ReactElement } from "react";

/** A box with which one of several items is chosen for a verdict. */
export function ChoiceBox({ className = "", ...rest }: InputHTMLAttributes<HTMLInputElement>): ReactElement {
  return <input type="checkbox" className={`choice-box no-print ${className}`} {...rest} />;
}
