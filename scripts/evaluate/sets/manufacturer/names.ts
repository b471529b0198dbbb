/** Pools of invented names by country, and words of the trade. */

export const NAMES: Record<string, { first: string[]; last: string[] }> = {
  DE: {
    first: ("Anja Bernd Carolin Dieter Elke Falk Greta Holger Ines Jannik Katrin Lars Marlene Nils Ortrud Philipp " +
      "Renate " +
      "Sven Tanja Uwe Verena Wolfram Yvonne Achim Birgit Clemens Dorothea Eckhard Frauke Gunnar").split(" "),
    last: ("Ahrendt Bolzer Cramm Dettling Eberwein Fahrner Gessmann Hollfeld Immler Jauch Kaltofen Lindauer Mahlberg " +
      "Neubrand Oesterlin Pfannkuch Quandel Rothacker Sielaff Tressel Uhlmann Vossberg Wendelin Zierold Brandl " +
      "Hasselt Kübelin Schüssler Römhild Weißgerber Langguth Dörfler Strauven Bickert").split(" "),
  },
  CZ: {
    first: (
      "Adéla Bohumil Daniela Eliška Filip Gabriela Hynek Ivana Jakub Kamila Lukáš Markéta Norbert Oldřich Pavla " +
      "Radim Simona Tomáš Veronika Zdeněk").split(" "),
    last: ("Brázdil Čermák Dohnal Fojtík Havránek Janoušek Kolařík Lebeda Musil Navrátil Ondrák Pospíchal Řehák " +
      "Sedlák Tichý Urbánek Vaculík Zbořil Halouzka Kubíček").split(" "),
  },
  PL: {
    first: ("Agnieszka Bartosz Celina Damian Edyta Grzegorz Halina Igor Justyna Kamil Lidia Marcin Natalia Oskar " +
      "Patrycja " +
      "Rafał Sylwia Tadeusz Wioletta Zbigniew").split(" "),
    last: ("Bielak Czarnota Dudek Frankiewicz Gajda Hajduk Jurczak Kozieł Lisowski Maciejak Nowicki Olszak Pietrzak " +
      "Rogala " +
      "Sobczak Tomala Urban Wilk Zawada Żurek").split(" "),
  },
  HU: {
    first: ("Ágnes Balázs Csilla Dénes Emese Ferenc Gizella Hajnal István Judit Kálmán Lívia Márton Noémi Orsolya " +
      "Péter " +
      "Réka Sándor Tünde Zoltán").split(" "),
    last: ("Bartos Csordás Dobos Erdei Fazekas Gulyás Halász Illés Juhász Kelemen Lantos Megyeri Nemes Orbán Pásztor " +
      "Rigó " +
      "Sipos Takács Vadász Zsoldos").split(" "),
  },
  MX: {
    first: ("Alejandra Bruno Catalina Diego Esmeralda Fabián Graciela Héctor Itzel Joaquín Karla Leonel Mariana " +
      "Nicolás " +
      "Olivia Pablo Ramiro Silvia Tadeo Ximena").split(" "),
    last: ("Arriaga Bustos Cordero Delgadillo Esquivel Figueroa Galindo Huerta Ibarra Jaramillo Lozano Maldonado " +
      "Nájera " +
      "Ocampo Palafox Quiroz Rentería Saldívar Trejo Zepeda").split(" "),
  },
  IN: {
    first: (
      "Aarti Bhavesh Chitra Deepak Esha Girish Harini Ishaan Jyoti Kiran Lata Manoj Nandini Omkar Pallavi Rohan " +
      "Shreya Tejas Usha Vikram").split(" "),
    last: ("Agashe Bapat Chitnis Deshpande Gokhale Hardikar Inamdar Joglekar Kelkar Limaye Mokashi Naik Oak " +
      "Paranjape Ranade Sathe Tambe Vaidya Wagle Yardi").split(" "),
  },
};

export const PROJECTS = [
  "K220 planetary gear", "HX spindle", "Orbit coupling", "Talon actuator", "R9 reducer", "Argo brake unit",
  "M40 ball screw",
  "Lynx servo hub", "Delta crown wheel", "Falk bearing seat", "Vega clutch", "S7 gearbox housing", "Noria pump shaft",
  "Tern linear axis",
];

export const SUPPLIERS = [
  "ferrocast", "stahl-lindner", "precision-forge", "bearing-union", "toolcraft-ost", "galvano-nord", "metalmex",
  "hydra-seal",
  "lasertek", "castings-iberia", "norrgear", "alpine-coatings",
];

export const CUSTOMERS = ["tractorworks", "windmark", "autobau", "liftline", "agri-motion", "railform", "packtec",
  "cranetown"];

export const DOCUMENTS: Record<string, string[]> = {
  Engineering: ["{p}-assembly-{n}.sldasm", "{p}-part-{n}.sldprt", "{p}-drawing-{n}.dwg", "{p}-tolerance-{n}.xlsx",
    "{p}-fea-{n}.pdf"],
  Quality: ["ppap-{n}.xlsx", "8d-report-{n}.docx", "measurement-{n}.csv", "audit-findings-{n}.docx",
    "control-plan-{n}.xlsx"],
  Production: ["shift-plan-{n}.xlsx", "cnc-program-{n}.nc", "work-instruction-{n}.pdf", "oee-{n}.xlsx"],
  Finance: ["month-end-{n}.xlsx", "cash-forecast-{n}.xlsx", "supplier-payments-{n}.xlsx", "cost-centre-{n}.xlsx",
    "ledger-{n}.csv"],
  "Human Resources": ["salary-review-{n}.xlsx", "contract-{n}.docx", "applicants-{n}.xlsx", "time-accounts-{n}.xlsx"],
  Purchasing: ["frame-contract-{n}.docx", "supplier-prices-{n}.xlsx", "rfq-{n}.docx", "delivery-plan-{n}.xlsx"],
  Sales: ["quotation-{n}.docx", "price-list-{n}.xlsx", "customer-visit-{n}.docx", "order-forecast-{n}.xlsx"],
  Marketing: ["brochure-{n}.pdf", "fair-stand-{n}.pptx", "press-photo-{n}.jpg", "campaign-{n}.xlsx"],
  Logistics: ["freight-{n}.xlsx", "customs-{n}.pdf", "stock-count-{n}.xlsx"],
  IT: ["runbook-{n}.docx", "network-plan-{n}.vsdx", "asset-list-{n}.xlsx", "change-{n}.docx"],
  Legal: ["nda-{n}.docx", "claim-{n}.docx", "patent-draft-{n}.docx"],
  Management: ["board-paper-{n}.pptx", "strategy-{n}.pptx", "acquisition-{n}.docx"],
};

export const SUBJECTS: Record<string, string[]> = {
  Engineering: ["Tolerance chain {p}", "Drawing release {p}", "FEA results {p}", "Change request {n}"],
  Quality: ["8D report {n}", "Measuring protocol {p}", "Complaint {n}", "Audit preparation"],
  Production: ["Shift handover", "Machine {n} down", "Tooling for {p}", "Output last week"],
  Finance: ["Month end checklist", "Invoice {n}", "Payment run", "Cost centre {n}"],
  "Human Resources": ["Onboarding", "Time account question", "Interview tomorrow", "Training plan"],
  Purchasing: ["RFQ {n}", "Delivery date for {p}", "Frame contract", "Order {n}"],
  Sales: ["Quotation {n}", "Customer visit", "Forecast {p}", "Order confirmation {n}"],
  Marketing: ["Trade fair", "Photo shooting", "Newsletter draft", "Website texts"],
  Logistics: ["Truck at gate 3", "Customs papers {n}", "Stock count", "Freight quote {n}"],
  IT: ["Ticket INC{n}", "Change CHG{n}", "Patch weekend", "Licence count"],
  Legal: ["NDA {n}", "Contract review", "Claim {n}", "Patent draft"],
  Management: ["Board meeting", "Budget round", "Site visit", "Weekly summary"],
};
