import "./ego-graph.css";
import { type KeyboardEvent, type ReactElement, useId } from "react";
import { ForeignText } from "../ui/foreign-text.tsx";
import { columnsOf, type GraphNode } from "./ego-graph-nodes.ts";

interface EgoGraphProps {
  /** The name of the identity in the middle. */
  readonly center: string;
  readonly actors: readonly GraphNode[];
  readonly reached: readonly GraphNode[];
  readonly selected: string | null;
  onSelect(id: string | null): void;
  /** Where the rest is listed, if there are too many nodes. */
  readonly tableHref: string;
}

const ROW = 40;
const WIDTH = 100;

/**
 * Who acts on an identity, the identity, and what it reaches, in three columns. The arrow keys move among the nodes; the
 * same data always gives the same picture.
 */
export function EgoGraph({ center, actors, reached, selected, onSelect, tableHref }: EgoGraphProps): ReactElement {
  const columns = columnsOf(actors, reached);
  const [left, right] = [columns.actors, columns.reached];
  const [leftRows, rightRows] = [left, right].map(({ nodes, more }) => Math.max(1, nodes.length + (more > 0 ? 1 : 0)));
  const height = Math.max(leftRows ?? 1, rightRows ?? 1) * ROW;
  const shared = { selected, onSelect, tableHref, first: left.nodes[0]?.id ?? right.nodes[0]?.id };
  return (
    <figure className="ego">
      <figcaption className="visually-hidden">
        {actors.length} act on {center}, which reaches {reached.length}. The same data is in the table below.
      </figcaption>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move focus among the buttons inside */}
      <div className="ego-graph" onKeyDown={moveFocus}>
        <Column title="Who acts" none="Nobody is known" column={left} {...shared} />
        <Edges nodes={left.nodes} rows={leftRows ?? 1} height={height} selected={selected} side="left" />
        <div className="ego-center">
          <span>
            <ForeignText value={center} max={80} />
          </span>
        </div>
        <Edges nodes={right.nodes} rows={rightRows ?? 1} height={height} selected={selected} side="right" />
        <Column title="What it reaches" none="Nothing is known" column={right} {...shared} />
      </div>
      <p className="muted small ego-legend">
        Solid: seen in use. Dashed: granted or declared, not seen in use. Thick: enough to take over the identity or the
        tenant.
      </p>
    </figure>
  );
}

interface ColumnProps {
  readonly title: string;
  readonly none: string;
  readonly column: ReturnType<typeof columnsOf>["actors"];
  readonly selected: string | null;
  readonly first: string | undefined;
  readonly tableHref: string;
  onSelect(id: string | null): void;
}

function Column({ title, none, column, selected, first, tableHref, onSelect }: ColumnProps): ReactElement {
  const id = useId();
  return (
    <div className="ego-column">
      <h3 id={id}>{title}</h3>
      {column.nodes.length === 0 && <p className="muted small">{none}</p>}
      <ul aria-labelledby={id}>
        {column.nodes.map((node) => (
          <li key={node.id}>
            <button
              type="button"
              className={node.isStrong ? "ego-node ego-node-strong" : "ego-node"}
              aria-pressed={node.id === selected}
              tabIndex={node.id === (selected ?? first) ? 0 : -1}
              onClick={() => onSelect(node.id === selected ? null : node.id)}
            >
              <span className="truncate">
                <ForeignText value={node.name} none="Without a name" max={120} />
              </span>
              <span className="truncate muted small">{node.note}</span>
            </button>
          </li>
        ))}
        {column.more > 0 && (
          <li className="ego-more">
            <a href={tableHref}>+{column.more.toLocaleString()} more</a>
          </li>
        )}
      </ul>
    </div>
  );
}

interface EdgesProps {
  readonly nodes: readonly GraphNode[];
  readonly rows: number;
  readonly height: number;
  readonly selected: string | null;
  readonly side: "left" | "right";
}

/** The lines between a column and the middle. */
function Edges({ nodes, rows, height, selected, side }: EdgesProps): ReactElement {
  const top = (height - rows * ROW) / 2;
  const middle = height / 2;
  return (
    <svg
      className="ego-edges"
      viewBox={`0 0 ${WIDTH} ${height}`}
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {nodes.map((node, at) => {
        const y = top + at * ROW + ROW / 2;
        const [from, to] = side === "left" ? [y, middle] : [middle, y];
        return (
          <path
            key={node.id}
            className={edgeClass(node, selected)}
            d={`M0 ${from} C${WIDTH / 2} ${from} ${WIDTH / 2} ${to} ${WIDTH} ${to}`}
          />
        );
      })}
    </svg>
  );
}

function edgeClass({ id, isDashed, isStrong }: GraphNode, selected: string | null): string {
  const parts = [
    "ego-edge",
    isDashed && "ego-edge-dashed",
    isStrong && "ego-edge-strong",
    id === selected && "ego-edge-on",
  ];
  return parts.filter(Boolean).join(" ");
}

const STEPS: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** Moves focus to the node in the direction of an arrow key. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const current = document.activeElement;
  if (!step || !current?.classList.contains("ego-node")) return;
  const columns = [...event.currentTarget.querySelectorAll(".ego-column")].map((column) => [
    ...column.querySelectorAll<HTMLElement>(".ego-node"),
  ]);
  const column = columns.findIndex((nodes) => nodes.includes(current as HTMLElement));
  const row = columns[column]?.indexOf(current as HTMLElement) ?? 0;
  const nodes = columns[column + step[0]] ?? [];
  event.preventDefault();
  nodes[Math.max(0, Math.min(row + step[1], nodes.length - 1))]?.focus();
}
