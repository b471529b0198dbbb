import { toAmount } from "../../model/text/amount.ts";
import { exportFolder } from "../../transfer/export-folder.ts";
import { type Command, domainOption } from "../command.ts";
import { withDomain } from "../with-database.ts";

export const command: Command = {
  operands: [{ name: "FOLDER" }],
  options: { domain: domainOption("domain to export") },
  examples: ["parapet export --domain northwind ./records"],
  run: (invocation) => {
    const { operands, terminal, json } = invocation;
    const [folder = ""] = operands;
    return withDomain(invocation, async (db) => {
      const report = await exportFolder({
        database: db,
        folder,
        onProgress: ({ file, records }) => terminal.progress(`${file}: ${toAmount(records, "record")}`),
      });
      terminal.progress("");
      if (json) terminal.out(JSON.stringify(report));
      for (const { file, records } of report.files) terminal.note(`${file}: ${toAmount(records, "record")}`);
      return 0;
    });
  },
};
