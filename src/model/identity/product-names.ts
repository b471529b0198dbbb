/** Names under which logs and the directory list one product, without spaces and in lower case, by its usual name. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  "Microsoft Teams": ["microsoftteams", "teams", "microsoftteamswebclient", "microsoftteamsservices"],
  "Exchange Online": ["exchange", "exchangeonline", "office365exchangeonline", "microsoftexchangeonline"],
  "SharePoint Online": ["sharepoint", "sharepointonline", "office365sharepointonline", "microsoftsharepointonline"],
  OneDrive: ["onedrive", "onedriveforbusiness", "microsoftonedriveforbusiness", "onedrivesyncengine"],
  Outlook: ["outlook", "microsoftoutlook", "onewebmailclient", "outlookontheweb", "oneoutlookweb"],
  "Microsoft Entra ID": ["azureactivedirectory", "azuread", "microsoftentraid"],
  "Microsoft Graph": ["microsoftgraph", "graph"],
  "Power BI": ["powerbi", "microsoftpowerbi", "powerbiservice"],
  "Azure Resource Manager": [
    "azureresourcemanager",
    "windowsazureservicemanagementapi",
    "azureservicemanagement",
    "azure",
  ],
  "Azure Key Vault": ["azurekeyvault", "keyvault"],
  "Azure Storage": ["azurestorage", "azureblobstorage"],
};

const BY_SPELLING: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES).flatMap(([name, spellings]) => spellings.map((spelling) => [spelling, name] as const)),
);

const MAX_NAME = 200;

/** Returns the usual name of a known product, and any other name unchanged. */
export const productName = (name: string): string =>
  BY_SPELLING.get(name.slice(0, MAX_NAME).toLowerCase().replace(/\s/g, "")) ?? name;
