import type { AppliedMigration } from "../../store/database/migrate.ts";

/** The version of the file format; a reader refuses a higher one. */
export const BACKUP_VERSION = 1;

/** Bytes of the longest line. A row may hold some megabytes of text; a longer line is not written, and not read. */
export const MAX_LINE_BYTES = 64 * 1_048_576;

/**
 * The first line of a backup. A backup is a gzip file of JSON lines: this header, then for each table a `TableStart`, one
 * array of texts per row and a `TableEnd`, then a `BackupEnd`.
 */
export interface BackupHeader {
  readonly parapet_backup: number;
  readonly created_at: string;
  /** The version of Parapet that wrote the file. */
  readonly version: string;
  readonly migrations: readonly AppliedMigration[];
  /** The secret of the installation, if it was asked for. */
  readonly secret: string | null;
}

export interface TableStart {
  readonly table: string;
  readonly columns: readonly string[];
}

export interface TableEnd {
  readonly end: string;
  readonly rows: number;
  readonly digest: string;
}

export interface BackupEnd {
  /** The SHA-256 of every byte before this line, as 64 hexadecimal digits. */
  readonly sha256: string;
}

/** Returns the last line of a backup, which always has the same length. */
export const endLine = (sha256: string): string => `${JSON.stringify({ sha256 } satisfies BackupEnd)}\n`;
