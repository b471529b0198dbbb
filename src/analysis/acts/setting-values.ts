/** Which values of a setting protect, and which do not; compared without case. Other values decide nothing. */
export interface SettingValues {
  readonly weak: RegExp;
  readonly strong: RegExp;
}

const ON = /^(true|yes|on|1|enabled?|\$true)$/;
const OFF = /^(false|no|off|0|disabled?|\$false)$/;

/** A protection: weak when it is switched off. */
const PROTECTS: SettingValues = { weak: OFF, strong: ON };
/** A permission: weak when it is switched on. */
const PERMITS: SettingValues = { weak: ON, strong: OFF };

/** Settings by name in lower case; a name that is not listed here is compared by the patterns below. */
const BY_NAME: ReadonlyMap<string, SettingValues> = new Map([
  // Access policies
  [
    "state",
    { weak: /^(disabled|enabledforreportingbutnotenforced|reportonly|report-only)$/, strong: /^(enabled|on)$/ },
  ],
  ["operator", { weak: /^or$/, strong: /^and$/ }],
  ["isenabled", PROTECTS],
  ["istrusted", PERMITS],
  ["markastrusted", PERMITS],
  ["ismfaaccepted", PERMITS],
  ["iscompliantdeviceaccepted", PERMITS],
  ["ishybridazureadjoineddeviceaccepted", PERMITS],
  ["inboundallowed", PERMITS],
  ["outboundallowed", PERMITS],
  ["isusersyncinboundallowed", PERMITS],
  ["usersyncinbound", PERMITS],
  ["accesstype", { weak: /^allowed$/, strong: /^blocked$/ }],
  ["allowinvitesfrom", { weak: /^everyone$/, strong: /^(none|adminsandguestinviters)$/ }],
  [
    "guestuserroleid",
    { weak: /^a0b1b346-4d3e-4e8b-98f8-753987be4970$/, strong: /^2af84b1e-32c8-42b7-82bc-daa82404023b$/ },
  ],
  ["allowuserconsentforriskyapps", PERMITS],
  ["allowedtocreateapps", PERMITS],
  ["allowedtocreatesecuritygroups", PERMITS],
  ["allowedtocreatetenants", PERMITS],
  ["allowedtoreadotherusers", PERMITS],
  ["allowemailverifieduserstojoinorganization", PERMITS],
  ["blockmsolpowershell", PROTECTS],
  ["enableadminconsentrequests", PROTECTS],
  ["ismfarequired", PROTECTS],
  ["isattestationenforced", PROTECTS],
  ["isapprovalrequired", PROTECTS],
  ["isjustificationrequired", PROTECTS],
  ["strongpassword", PROTECTS],
  ["enablebannedpasswordcheck", PROTECTS],
  ["livetype", { weak: /^federated$/, strong: /^managed$/ }],
  ["authenticationtype", { weak: /^federated$/, strong: /^managed$/ }],
  [
    "federatedidpmfabehavior",
    { weak: /^acceptifmfadonebyfederatedidp$/, strong: /^(rejectmfabyfederatedidp|enforcemfabyfederatedidp)$/ },
  ],
  // Audit
  ["unifiedauditlogingestionenabled", PROTECTS],
  ["adminauditlogenabled", PROTECTS],
  ["auditenabled", PROTECTS],
  ["auditdisabled", PERMITS],
  ["auditbypassenabled", PERMITS],
  // Mail and data protection
  ["litigationholdenabled", PROTECTS],
  ["singleitemrecoveryenabled", PROTECTS],
  ["removedelayholdapplied", PERMITS],
  ["enabled", PROTECTS],
  ["enable", PROTECTS],
  ["disabled", PERMITS],
  ["action", { weak: /^(allow|noaction|none)$/, strong: /^(block|quarantine|replace|dynamicdelivery|deletemessage)$/ }],
  [
    "mode",
    {
      weak: /^(disable|disabled|testwithoutnotifications|testwithnotifications|audit|auditandnotify)$/,
      strong: /^(enable|enforce)$/,
    },
  ],
  ["blockaccess", PROTECTS],
  ["scanurls", PROTECTS],
  ["trackclicks", PROTECTS],
  ["donottrackuserclicks", PERMITS],
  ["allowclickthrough", PERMITS],
  ["donotallowclickthrough", PROTECTS],
  ["zapenabled", PROTECTS],
  ["spamzapenabled", PROTECTS],
  ["phishzapenabled", PROTECTS],
  ["enablesafelist", PERMITS],
  ["bypassspamfilter", PERMITS],
  ["allow", PERMITS],
  ["block", PROTECTS],
  ["setscl", { weak: /^-1$/, strong: /^[5-9]$/ }],
  ["autoforwardenabled", PERMITS],
  ["autoforwardingmode", { weak: /^on$/, strong: /^off$/ }],
  ["requiretls", PROTECTS],
  ["restrictdomainstocertificate", PROTECTS],
  ["restrictdomainstoipaddresses", PROTECTS],
  // Protocols and sharing
  ["smtpclientauthenticationdisabled", PROTECTS],
  ["popenabled", PERMITS],
  ["imapenabled", PERMITS],
  ["oauth2clientprofileenabled", PROTECTS],
  ["customscriptsallowed", PERMITS],
  [
    "sharingcapability",
    { weak: /^(externaluserandguestsharing|2)$/, strong: /^(disabled|existingexternalusersharingonly|0|3)$/ },
  ],
]);

/** Names that state what they do. */
const BY_PATTERN: readonly (readonly [RegExp, SettingValues])[] = [
  [/^allowbasicauth/, PERMITS],
  [/^allow(public|federated|teamsconsumer|anonymous|external|guest|everyone)/, PERMITS],
  [/^enable\w*(publiccloud|federation|external|teamsconsumer|guest)/, PERMITS],
  [/^enable\w+(access|protection|intelligence|safelinks|filter|tips|action)$/, PROTECTS],
  [/^(block|require|enforce|protect)\w+$/, PROTECTS],
  [/^enable(safe|atp|spoof|mailbox|targeted|organizationdomains|similar|unusual|file|firstcontact)\w*$/, PROTECTS],
];

export const settingValues = (name: string): SettingValues | undefined =>
  BY_NAME.get(name) ?? BY_PATTERN.find(([pattern]) => pattern.test(name))?.[1];

/** Methods of authentication that are easy to intercept or to hand out: to allow one weakens. */
export const WEAK_METHODS = /^(sms|voice|email|temporaryaccesspass|qrcodepin|softwareoath)$/;

/** Lists of exceptions: a longer one weakens, a shorter one strengthens. */
const EXCEPTIONS =
  /^(exclude\w+|exceptif\w+|except\w+|allowedsenders|allowedsenderdomains|ipallowlist|donotrewriteurls|whitelistedurls|excludedurls|alloweddomains|allowlist|ipranges|trustedips|bypassedsenders|trustedsenders|trusteddomains|excludefromorgholds|mailboxintelligenceexclusions|excludeddomains|excludedsenders|exemptusers)$/;
/** Lists of what a protection covers: a shorter one weakens, a longer one strengthens. */
const COVERAGE =
  /^(include\w+|builtincontrols|customauthenticationfactors|termsofuse|grantcontrols|allowedcombinations|signinrisklevels|userrisklevels|serviceprincipalrisklevels|clientapptypes|blockedsenders|blockedsenderdomains|ipblocklist|blockeddomains|filetypes|targeteduserstoprotect|targeteddomainstoprotect|auditadmin|auditdelegate|auditowner)$/;

export const listMeaning = (name: string): "exceptions" | "coverage" | null => {
  if (EXCEPTIONS.test(name)) return "exceptions";
  return COVERAGE.test(name) ? "coverage" : null;
};

/** Lists that apply to everything when they are empty. */
export const EMPTY_MEANS_ALL =
  /^(signinrisklevels|userrisklevels|serviceprincipalrisklevels|clientapptypes|includeplatforms|includelocations)$/;

/** What changes with every update, or only in appearance. */
export const COSMETIC =
  /(^|\.)(displayname|name|description|id|modifieddatetime|createddatetime|lastmodified\w*|version|policyversion|included updated properties|targetid\.\w+|identity|rulename|priority|comments|user-agent|admindisplayname|force|confirm|policyidentifier|requestid|clientrequestid|correlationid)$/;
