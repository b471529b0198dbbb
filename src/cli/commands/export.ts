import { toAmount } from "../../model/text/amount.ts";
import { exportFolder } from "../../transfer/export-folder.ts";
import { exportRows } from "../../transfer/rows/export-rows.ts";
import { type Command, domainOption } from "../command.ts";
import { withDomain } from "../with-database.ts";

export const command: Command = {
  operands: [{ name: "FOLDER" }],
  options: { domain: domainOption("domain to export") },
  flags: { rows: "also write the log rows, to the subfolder rows" },
  examples: ["parapet export --domain northwind ./records", "parapet export --domain northwind --rows ./records"],
  notes: `Writes the records of one domain in the format that 'parapet import' reads. It is not a backup: API keys, settings,
detector state and the audit log are not in it, and log rows only with --rows. Use 'parapet backup' for that.`,
  run: (invocation) => {
    const { operands, terminal, json, flags } = invocation;
    const [folder = ""] = operands;
    const show = (file: string, records: number): string =>
      `${file}: ${toAmount(records, file.includes("/") ? "row" : "record")}`;
    return withDomain(invocation, async (db) => {
      const onProgress = (progress: { readonly file: string; readonly records: number }): void =>
        terminal.progress(show(progress.file, progress.records));
      const { files } = await exportFolder({ database: db, folder, onProgress });
      const rows = flags.has("rows") ? await exportRows(db, folder, onProgress) : [];
      terminal.progress("");
      const written = [...files, ...rows];
      if (json) terminal.data(JSON.stringify({ files: written }));
      for (const { file, records } of written) terminal.note(show(file, records));
      return 0;
    });
  },
};
