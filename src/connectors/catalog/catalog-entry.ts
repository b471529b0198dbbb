import type { Signal } from "../../model/vocabulary.ts";

/** A connector type as its category file lists it; the file determines the category. */
export interface CatalogEntry {
  /** Stable snake_case identifier, stored in connector records and shown in the API. */
  readonly connectorType: string;
  readonly displayName: string;
  /** One plain sentence: what the connector brings in. */
  readonly description: string;
  readonly signals: readonly [Signal, ...Signal[]];
}
