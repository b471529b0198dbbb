import "./chart.css";
import type { ReactElement, ReactNode } from "react";

interface ChartProps {
  /** What the chart shows, in one sentence with its main figure. */
  readonly summary: string;
  readonly children: ReactNode;
  /** The same data as rows; the first one is the header. Left out where a table stands beside the chart. */
  readonly rows?: readonly (readonly string[])[];
}

/** A chart with its data as a table, so that nothing depends on seeing it. */
export function Chart({ summary, children, rows }: ChartProps): ReactElement {
  const [header = [], ...body] = rows ?? [];
  return (
    <figure className="chart">
      {children}
      <figcaption className="visually-hidden">{summary}</figcaption>
      {rows && (
        <details>
          <summary>Show as table</summary>
          <table>
            <thead>
              <tr>
                {header.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {body.map(([name, ...cells]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {cells.map((cell, at) => (
                    <td key={header[at + 1]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </figure>
  );
}
