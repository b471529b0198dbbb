/**
 * What a row and a domain cost; docs/scaling.md says how each figure was measured. The thread that answers HTTP is left
 * out: it costs less than half as much as the detectors, of which each process has one as well.
 */
export interface UnitCosts {
  /** CPU time of the thread of the detectors, in microseconds a row. A domain uses one such thread at a time. */
  readonly detectUs: number;
  /** CPU time of PostgreSQL, in microseconds a row. */
  readonly databaseUs: number;
  /** A batch costs as much as this many rows more, in the thread of the detectors and in PostgreSQL. */
  readonly batchRows: number;
  /** Bytes on disk for a row while it is kept, and for what outlives it. */
  readonly rowBytes: number;
  /** CPU time of a process for a domain without work, as a share of a core. */
  readonly idleDomain: number;
}

export const MEASURED: UnitCosts = {
  detectUs: 330,
  databaseUs: 165,
  batchRows: 95,
  rowBytes: 1_080,
  idleDomain: 0.00002,
};
