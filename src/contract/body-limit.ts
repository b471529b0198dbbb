/** The largest JSON body of a request. Deliveries to the ingest API have limits of their own. */
export const BODY_LIMIT_BYTES = 65_536;

/** The limit as messages and documentation state it. */
export const BODY_LIMIT_TEXT = `${BODY_LIMIT_BYTES / 1_024} KiB`;
