import type { Signal } from "../../model/vocabulary.ts";

/** What a category file says about one connector type; the category itself comes from the file it is listed in. */
export interface CatalogEntry {
  /** Stable snake_case identifier, stored in connector records and shown in the API. */
  readonly connectorType: string;
  readonly displayName: string;
  /** One plain sentence: what the connector brings in. */
  readonly description: string;
  readonly signals: readonly [Signal, ...Signal[]];
}
