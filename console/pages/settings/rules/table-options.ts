import { LOG_TABLES } from "../../../../src/model/rows/log-row.ts";
import type { Option } from "../../../ui/field.tsx";

/** The log tables as options of a filter, by name. */
export const TABLE_OPTIONS: readonly Option[] = LOG_TABLES.toSorted().map((table) => ({ value: table, label: table }));
