import { catalog } from "../connectors/catalog.ts";
import { systemClock } from "../runtime/clock.ts";
import { refreshStatistics } from "../store/database/statistics.ts";
import { type ImportReport, importFolder } from "../transfer/import-folder.ts";
import { type Command, required, type Terminal, UsageProblem } from "./command.ts";
import { namedDomain, withDatabase } from "./with-database.ts";

export const importCommand: Command = {
  name: "import",
  summary: "Load a folder of finished records into a domain",
  usage: ["import --domain NAME FOLDER"],
  options: { domain: "the domain to load into" },
  examples: ["parapet import --domain northwind ./records"],
  run: (invocation) => {
    const [folder, ...rest] = invocation.positionals;
    if (!folder || rest.length > 0) throw new UsageProblem("expected one FOLDER");
    required(invocation, "domain");
    const { terminal, json } = invocation;
    return withDatabase(invocation, async (database) => {
      const db = await namedDomain(invocation, database);
      const knownConnectorTypes = new Set(catalog.map(({ connectorType }) => connectorType));
      const report = await importFolder({
        database: db,
        folder,
        clock: systemClock,
        knownConnectorTypes,
        onProgress: ({ file, lines }) => terminal.progress(`${file}: ${lines.toLocaleString("en")} lines`),
      });
      await refreshStatistics(database);
      terminal.progress("");
      if (json) terminal.out(JSON.stringify(report));
      else tell(terminal, report);
      return report.ok ? 0 : 1;
    });
  },
};

function tell(terminal: Terminal, report: ImportReport): void {
  for (const problem of report.problems) terminal.note(problem);
  for (const file of report.files) {
    if (file.ok) terminal.note(`${file.file}: ${file.stored.toLocaleString("en")} records`);
    else if (file.error) terminal.note(`${file.file}: nothing stored: ${file.error}`);
    else terminal.note(`${file.file}: nothing stored, ${file.badLineCount.toLocaleString("en")} bad lines`);
    for (const { line, field, message } of file.badLines) {
      terminal.note(`  line ${line}: ${field ? `${field} ` : ""}${message}`);
    }
    const hidden = file.badLineCount - file.badLines.length;
    if (hidden > 0) terminal.note(`  … and ${hidden.toLocaleString("en")} more`);
  }
}
