import { catalog } from "../../connectors/catalog.ts";
import { openRowIntake } from "../../ingest/rows/row-intake.ts";
import { toAmount, toCount } from "../../model/text/amount.ts";
import { systemClock } from "../../runtime/clock.ts";
import { currentOperator } from "../../runtime/operator.ts";
import { refreshStatistics } from "../../store/database/statistics.ts";
import { type ImportReport, importFolder } from "../../transfer/import-folder.ts";
import { type Command, domainOption, type Terminal } from "../command.ts";
import { withDomain } from "../with-database.ts";

export const command: Command = {
  operands: [{ name: "FOLDER" }],
  options: { domain: domainOption("domain to load into") },
  examples: ["parapet import --domain northwind ./records"],
  run: (invocation) => {
    const { operands, terminal, json } = invocation;
    const [folder = ""] = operands;
    return withDomain(invocation, async (db, database) => {
      const knownConnectorTypes = new Set(catalog.map(({ connectorType }) => connectorType));
      const report = await importFolder({
        database: db,
        folder,
        clock: systemClock,
        actor: currentOperator(),
        knownConnectorTypes,
        intake: openRowIntake(database),
        onProgress: ({ file, lines }) => terminal.progress(`${file}: ${toAmount(lines, "line")}`),
      });
      terminal.progress("Updating the statistics of the database");
      await refreshStatistics(database);
      terminal.progress("");
      if (json) terminal.data(JSON.stringify(report));
      else printReport(terminal, report);
      return report.ok ? 0 : 1;
    });
  },
};

function printReport(terminal: Terminal, report: ImportReport): void {
  for (const problem of report.problems) terminal.note(problem);
  for (const file of report.files) {
    if (file.ok) terminal.note(`${file.file}: ${toAmount(file.stored, "record")}`);
    else if (file.error) terminal.note(`${file.file}: nothing stored: ${file.error}`);
    else terminal.note(`${file.file}: nothing stored, ${toAmount(file.badLineCount, "bad line")}`);
    for (const { line, field, message } of file.badLines) {
      terminal.note(`  line ${line}: ${field ? `${field} ` : ""}${message}`);
    }
    const hidden = file.badLineCount - file.badLines.length;
    if (hidden > 0) terminal.note(`  … and ${toCount(hidden)} more`);
  }
}
