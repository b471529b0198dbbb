/** Invented people are combined from these lists; the faculties are international. */
export const FIRST_NAMES = `
Anouk Bram Carlijn Daan Elif Femke Gijs Hanne Ilse Joost Karim Lotte Maarten Nadia Olaf Petra Quirijn Roos Sander Tess
Ursula Victor Wouter Xenia Yara Zoe Amir Birgit Chiara Dmitri Esther Farid Greta Hiroshi Ines Jonas Kavita Lars Mei
Nikolai Oona Paolo Rania Stefan Tomasz Uma Vera Wim Yusuf Zainab Arjen Bettina Cornelis Dewi Emeka Freya Gabor Hilde
Ivo Jasmijn Koen Lieke Mirjam Noor Otto Priya Rutger Saskia Thijs Vincent Willemijn Yvette Adriaan Bente Claire
Diederik Eline Frederik Geert Harm Irma Jelle Katja Leonie Marnix Nienke Oscar Pepijn Renske Sjoerd Tamar Ulrich
Valerie Wessel Aisha Bogdan Catalina Desta Erik Fatou Giulia Hassan Ingrid Jan`
  .trim().split(/\s+/);

export const LAST_NAMES = `
Aalders Bakhuis Castelein Doornbos Eekhout Feenstra Goudriaan Hazelaar Ipenburg Jongsma Kamerling Lammers Meeuwsen
Noordhof Oosterlaken Pauwels Quispel Reitsma Slootweg Terpstra Uilenburg Veldkamp Westerhout Zandstra Achterberg
Boonstra Cuypers Dijkgraaf Elzinga Fokkema Grootveld Hofstede Israels Jellema Kuipers Lindhout Molenkamp Nijboer
Ottens Postma Rademaker Schaapveld Tichelaar Vinkers Wiersma Zuidema Abenov Bianchi Chaudhry Demir Eriksson Farouk
Gupta Horvath Ivanova Jankowski Kowalczyk Li Mbeki Nakamura Okafor Petrov Rossi Santos Tanaka Umarov Varga Weber Xu
Yilmaz Zhang Adeyemi Bauer Costa Dubois Engel Ferrari Grimaldi Haddad Ibsen Jansons Keller Larsen Moreau Novak Olsen
Popescu Richter Schmidt Torres Usman Vasquez Wagner Yamada Zimmer Andersson Brandsma Coppens Dekkers Everaert Franssen
Gerritsen Hendriksen Imhof Jurgens Kloosterman Leenders Maessen Nauta Offermans Paulissen Roelofs Sterenborg Thomassen
Vermaat Wolters Zijlstra Bosveld Draaisma Engbers Fontein Haverkort Kranendonk Lievense Middelkoop Nieuwland Ouwehand
Ruitenberg Spaargaren Tuinstra Vonderen Wagenaar Bloemsma Dronkers Fabriek Havinga Koolhaas Landsmeer Muilwijk`
  .trim().split(/\s+/);

export const WORDS: Record<string, string[]> = {
  sci: ["spectra", "survey-data", "simulation", "telescope-log", "lattice-model", "reactor-notes", "climate-run",
    "seminar"],
  med: ["cohort", "trial-protocol", "sequencing", "ethics-form", "biobank-list", "imaging-batch", "case-report",
    "genotypes"],
  eng: ["prototype", "cad-assembly", "sensor-log", "test-bench", "control-loop", "patent-draft", "measurements",
    "bill-of-materials"],
  hum: ["manuscript", "transcript", "archive-scan", "edition-notes", "interview", "lecture", "glossary",
    "bibliography"],
  law: ["case-note", "opinion", "moot-court", "reader", "commentary", "jurisprudence", "syllabus", "thesis-review"],
  eco: ["panel-data", "regression", "forecast", "working-paper", "survey-wave", "market-model", "teaching-plan",
    "slides"],
  fin: ["invoice-run", "budget", "supplier-list", "payment-batch", "project-ledger", "audit-file", "forecast",
    "vat-return"],
  hr: ["contract", "appraisal", "salary-scale", "absence-list", "vacancy", "onboarding", "personnel-file", "pension"],
  it: ["runbook", "change-plan", "inventory", "network-plan", "license-list", "incident-review", "backup-report",
    "migration"],
  lib: ["catalogue", "digitised-page", "loan-report", "subscription", "metadata", "scan-batch", "rights-list",
    "collection"],
  stu: ["enrolment", "grade-list", "exam-schedule", "complaint", "scholarship", "graduation", "intake", "counselling"],
  res: ["grant-proposal", "consortium-agreement", "budget-annex", "reviewer-report", "data-plan", "deliverable",
    "ip-disclosure"],
  com: ["press-kit", "campaign", "photo-set", "newsletter", "open-day", "brand-guide", "interview", "video-cut"],
  leg: ["legal-advice", "dpia", "processing-register", "dispute", "contract-review", "foi-request", "settlement",
    "policy"],
  aud: ["audit-plan", "finding", "sampling", "control-test", "management-letter", "evidence"],
  fac: ["floor-plan", "maintenance", "energy-report", "key-list", "tender", "room-schedule"],
  rec: ["council-minutes", "strategy", "appointment", "nomination", "agenda", "confidential-memo", "merger-study"],
};

export const CONTACT_DOMAINS = [
  "uni-lindau.example", "tu-ostmark.example", "univ-garonne.example", "northfield.example", "kyushima-u.example",
  "scholarpress.example", "fundingcouncil.example", "labsupply.example", "eu-grants.example", "stpaul-hospital.example",
  "cityofnijmegen.example", "officegoods.example", "travelbureau.example", "auditpartners.example",
    "instrumenta.example",
];

export const NEWSLETTERS = [
  ["news@scholarpress.example", "New articles in your field"],
  ["alerts@eu-grants.example", "Open calls this week"],
  ["noreply@conference-hub.example", "Call for papers"],
  ["digest@labsupply.example", "Offers for laboratories"],
  ["noreply@canvas.example", "Canvas notification digest"],
] as const;

export const WEB_SITES = [
  ["https://www.scholarpress.example/article/", "Education"], ["https://arxmirror.example/pdf/", "Education"],
  ["https://news.daily.example/", "News and Media"], ["https://video.stream.example/watch/", "Streaming Media"],
  ["https://github.example/research/", "Professional Services"],
    ["https://pypi.example/simple/", "Professional Services"],
  ["https://booking.travelbureau.example/", "Travel"], ["https://shop.officegoods.example/", "Online Shopping"],
  ["https://maps.example/", "Reference Sites"], ["https://translate.example/", "Translators"],
  ["https://stats.cbs-open.example/", "Government"], ["https://overleaf.example/project/", "Online Services"],
] as const;
