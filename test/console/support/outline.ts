/** Elements that stand on lines of their own. */
const BLOCKS = new Set(
  "ADDRESS ARTICLE ASIDE CAPTION DD DETAILS DIALOG DIV DL DT FIELDSET FOOTER FORM H1 H2 H3 H4 HEADER LEGEND LI MAIN NAV OL P PRE SEARCH SECTION SUMMARY TABLE TBODY THEAD TR UL".split(
    " ",
  ),
);
/** What of the shapes of a chart carries its numbers. */
const DRAWN = [
  "x",
  "y",
  "x1",
  "x2",
  "y1",
  "y2",
  "width",
  "height",
  "d",
  "points",
  "transform",
  "class",
  "cx",
  "cy",
  "r",
];
const CELL = " | ";

/**
 * Returns what a person reads on a page, line by line: `#` before headings, `[text](address)` for links, `<text>` for
 * buttons, `{label: value}` for fields, `(tone: text)` for badges and cells of a table between bars.
 */
export function outlineOf(element: Element): string {
  const lines = textOf(element)
    .split("\n")
    .map((line) => line.replaceAll(/[^\S\n]+/g, " ").trim())
    .filter((line) => line !== "");
  return `${lines.join("\n")}\n`;
}

const textIn = (element: Element): string => [...element.childNodes].map(textOf).join("");

function textOf(node: ChildNode): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? "").replaceAll(/\s+/g, " ");
  if (!(node instanceof Element)) return "";
  const inside = ownTextOf(node);
  return BLOCKS.has(node.tagName) ? `\n${inside}\n` : inside;
}

type Writer = (element: Element) => string;

const WRITERS: Readonly<Record<string, Writer>> = {
  A: (link) => `[${named(link)}](${link.getAttribute("href")})${link.getAttribute("aria-current") ? "*" : ""}`,
  BUTTON: buttonText,
  INPUT: inputText,
  SELECT: (select) => {
    const { selectedOptions, options } = select as HTMLSelectElement;
    return `{${selectedOptions[0]?.textContent} of ${[...options].map(({ text, value }) => `${text}=${value}`).join(", ")}}`;
  },
  TEXTAREA: (area) => `{${(area as HTMLTextAreaElement).value}}`,
  METER: (meter) => `(${meter.getAttribute("aria-label")}: ${meter.getAttribute("value")})`,
  DETAILS: (details) => `${details.hasAttribute("open") ? "v" : ">"} ${textIn(details)}`,
  SVG: drawingText,
  H1: (heading) => `# ${oneLine(heading)}`,
  H2: (heading) => `## ${oneLine(heading)}`,
  H3: (heading) => `### ${oneLine(heading)}`,
  TR: (row) => [...row.children].map(oneLine).join(CELL),
  DT: (name) => `${oneLine(name)}:`,
  LI: (item) => `- ${textIn(item).trim()}`,
  DIALOG: (dialog) => (dialog.hasAttribute("open") ? textIn(dialog) : ""),
};

const oneLine = (element: Element): string => textIn(element).replaceAll(/\s+/g, " ").trim();

function ownTextOf(element: Element): string {
  if (element.classList.contains("print-only")) return "";
  const tag = element.tagName.toUpperCase();
  const text = (WRITERS[tag] ?? textIn)(element);
  const tone = /\bbadge-(\w+)/.exec(element.className.toString())?.[1];
  if (tone) return `(${tone}: ${text.trim()})`;
  const title = tag === "TIME" ? null : element.getAttribute("title");
  return title === null || tag === "SVG" ? text : `${text} (title: ${title})`;
}

const named = (element: Element): string => element.getAttribute("aria-label") ?? oneLine(element);

function buttonText(button: Element): string {
  const states = ["disabled", "aria-expanded", "aria-checked", "aria-busy", "aria-pressed"].flatMap((name) => {
    const value = button.getAttribute(name);
    return value === null || value === "false" ? [] : [name.replace("aria-", "")];
  });
  return `<${[named(button), ...states].join(" ; ")}>`;
}

function inputText(input: Element): string {
  const { type, checked, value, placeholder } = input as HTMLInputElement;
  const label = input.getAttribute("aria-label") ?? "";
  const state = type === "checkbox" || type === "radio" ? (checked ? "x" : " ") : value || placeholder;
  return `{${label}${state}}${input.hasAttribute("disabled") ? " disabled" : ""} `;
}

/** An icon is its label; a chart is its label, its texts and the sizes of its shapes. */
function drawingText(drawing: Element): string {
  const label = drawing.getAttribute("aria-label");
  if (drawing.classList.contains("lucide")) return label === null ? "" : `(${label}) `;
  const shapes = [...drawing.querySelectorAll("*")].map((shape) => {
    const sizes = DRAWN.flatMap((name) => (shape.hasAttribute(name) ? [`${name}=${shape.getAttribute(name)}`] : []));
    const text = shape.children.length === 0 ? (shape.textContent ?? "") : "";
    const link = shape.getAttribute("href") ?? "";
    return [shape.tagName.toLowerCase(), ...sizes, text, link].filter(Boolean).join(" ");
  });
  return `\n(drawing: ${label ?? ""})\n${shapes.map((shape) => `  ${shape}`).join("\n")}\n`;
}
