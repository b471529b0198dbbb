const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** HTML that is already escaped; only `html` creates it. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Content = string | number | Markup | undefined | readonly Content[];

/** Builds markup from a template; every value is escaped unless it is markup already. */
export function html(literals: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return new Markup(literals.map((literal, at) => literal + textOf(contents[at])).join(""));
}

function textOf(content: Content): string {
  if (content === undefined) return "";
  if (content instanceof Markup) return content.text;
  if (Array.isArray(content)) return content.map(textOf).join("");
  return String(content).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}
