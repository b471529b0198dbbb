/** Invented names. No list of real people was used; any likeness is an accident. */
export const firstNames: readonly string[] = (
  "Adele Aisha Alban Amara Anders Anneke Arno Astrid Bastian Beatriz Benedict Bianca Bram Callum Camille Carys "
  + "Cedric Chiara Clemens Dagmar Damian Daria Declan Diego Edith Eilidh Elio Elspeth Emeka Esther Fabian Farah "
  + "Fergus Fiona Frida Gareth Gemma Giorgio Greta Hamid Hanne Harriet Hugo Ida Imogen Ingrid Irena Isaac Ivo Jadwiga "
  + "Jarek Jasper Joana Judith Kaan Karin Katja Keziah Konrad Lars Leila Leonor Linus Lorcan Ludmila Magnus Maeve "
  + "Malik Margit Mateo Milos Mina Nadia Nils Noor Odile Olena Orla Oskar Paloma Pavel Petra Quentin Rafael Ramona "
  + "Reza Rhiannon Rosa Runa Saskia Selim Signe Silvan Soren Tamsin Tariq Thea Tobias Tuula Ulrike Uma Valentin Vera "
  + "Viggo Wanda Wendel Xenia Yannick Yasmin Yusuf Zelda Zoran"
).split(" ");

export const lastNames: readonly string[] = (
  "Abernethy Achterberg Adeyemi Albrecht Almeida Ansorge Arkwright Asante Bainbridge Barendse Bellweather Bergqvist "
  + "Bielski Bohm Bosworth Brannigan Bruyneel Cadwallader Calloway Carrasco Castellan Chaudhry Clerkin Colquhoun "
  + "Corrigan Czerny Dahlgren Dalgleish Delacroix Demirci Dieterle Donoghue Drummond Eastwick Eklund Ellery Engelhart "
  + "Escribano Fairweather Farnsworth Feldkamp Fenwick Ferraz Fitzwarren Galbraith Gallardo Gerhardt Gilchrist "
    + "Goossens "
  + "Greaves Gruber Haddad Halloran Hargreave Hellstrom Holloway Hornung Iglesias Ishikawa Jagger Jankowski Jorgensen "
  + "Kamara Karlsen Kavanagh Kessler Kilbride Kowalczyk Krieger Lambrecht Langford Larkspur Lefevre Lindhout Lockhart "
  + "Lundin Macaulay Mahadevan Marchetti Marlowe Mbeki Mendoza Merriweather Moriarty Muller Nakagawa Navarro Nordahl "
  + "Novak Oakeshott Obermann Okonjo Olafsen Ottaway Pahlavi Pardew Pemberton Petrakis Pfeiffer Pinheiro Prideaux "
  + "Quartermain Radcliffe Rasmussen Rautio Redfern Reinholt Ridgeway Rosander Rothwell Sandoval Sarpong Schreiber "
  + "Seaborne Shackleton Silverthorn Sorensen Stannard Steiger Strand Sundberg Tanaka Tavares Thackeray Thorvald "
  + "Trevanion Uddin Underhill Vandermeer Varga Vasquez Verhoeven Villiers Voss Wainwright Waldron Wendt Westerberg "
  + "Whitlock Wieland Winterbourne Wojcik Wren Yardley Yilmaz Zabel Zeller Ziegler"
).split(" ");

/** Clients of the firm, courts, counterparties and suppliers. Their domains end in .example. */
export const companies: readonly string[] = [
  "Brightwater Shipping", "Calder Rail", "Nordhaven Energy", "Pellworth Foods", "Osterley Capital", "Tamarind Hotels",
  "Vantage Aerostructures", "Kestrel Biologics", "Ironbridge Metals", "Lumen Optics", "Halcyon Insurance",
  "Redcliff Mining", "Marigold Retail", "Stonefield Estates", "Torvald Timber", "Quillon Software", "Bluefin Logistics",
  "Amberley Trust", "Castellane Cosmetics", "Greyfriars Pensions", "Harborough Water", "Ravensworth Motors",
  "Silverline Telecom", "Windermere Brewing", "Zephyr Airlines", "Orchard Diagnostics", "Fairholme Construction",
  "Juniper Textiles", "Meridian Ports", "Oakmoor Farms",
];

export const matterWords: readonly string[] = [
  "Share purchase", "Arbitration", "Refinancing", "Annual audit", "Patent dispute", "Tax ruling", "Restructuring",
  "Employment tribunal", "Lease portfolio", "Merger filing", "Bond issue", "Regulatory inquiry", "Joint venture",
  "Transfer pricing", "Asset disposal", "Insolvency claim", "Data protection review", "Shareholder dispute",
];

export const documentWords: readonly string[] = [
  "Engagement letter", "Share purchase agreement", "Witness statement", "Disclosure list", "Board minutes",
  "Due diligence report", "Side letter", "Skeleton argument", "Escrow agreement", "Tax memorandum", "Trial balance",
  "Working papers", "Fee estimate", "Signing checklist", "Cap table", "Draft opinion", "Term sheet", "Ledger extract",
  "Index of exhibits", "Settlement proposal", "Power of attorney", "Counsel note", "Completion statement",
  "Valuation model", "Chronology", "Correspondence bundle", "Lease schedule", "Management letter", "Proof of evidence",
];

export const subjects: readonly string[] = [
  "Draft for your review", "Call tomorrow", "Revised timetable", "Comments on clause 7", "Fee note",
    "Signing on Friday",
  "Question on the accounts", "Documents for the hearing", "Lunch next week", "Board pack", "Minutes of the meeting",
  "Re: outstanding points", "Status of the filing", "KYC documents", "Travel arrangements", "Re: engagement terms",
  "Translation ready", "Time entries due", "Updated structure chart", "Request for information",
];
