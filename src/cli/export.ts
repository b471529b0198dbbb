import { exportFolder } from "../transfer/export-folder.ts";
import { type Command, required, UsageProblem } from "./command.ts";
import { namedDomain, withDatabase } from "./with-database.ts";

export const exportCommand: Command = {
  name: "export",
  summary: "Write a domain's records to a folder, in the form that import reads",
  usage: ["export --domain NAME FOLDER"],
  options: { domain: "the domain to write out" },
  examples: ["parapet export --domain northwind ./records"],
  run: (invocation) => {
    const [folder, ...rest] = invocation.positionals;
    if (!folder || rest.length > 0) throw new UsageProblem("expected one FOLDER");
    required(invocation, "domain");
    const { terminal, json } = invocation;
    return withDatabase(invocation, async (database) => {
      const db = await namedDomain(invocation, database);
      const report = await exportFolder({
        database: db,
        folder,
        onProgress: ({ file, records }) => terminal.progress(`${file}: ${records.toLocaleString("en")} records`),
      });
      terminal.progress("");
      if (json) terminal.out(JSON.stringify(report));
      for (const { file, records } of report.files) terminal.note(`${file}: ${records.toLocaleString("en")} records`);
      return 0;
    });
  },
};
