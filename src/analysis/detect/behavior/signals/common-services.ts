/** Names of services whose clients ask at a regular interval, and to which everybody sends. */
const COMMON =
  /(^|\.)(microsoft|windows|windowsupdate|office|office365|live|skype|azure|msftconnecttest|msedge|google|gstatic|googleapis|apple|icloud|mozilla|firefox|ubuntu|debian|redhat|fedoraproject|amazonaws|cloudfront|akamai|akadns|cloudflare|digicert|verisign|letsencrypt|slack|zoom|webex|dropbox|box|adobe|github|gitlab|atlassian|salesforce|crowdstrike|sentinelone|sophos|trendmicro|symantec|mcafee|eset|kaspersky|zscaler|okta|duosecurity|datadoghq|newrelic|splunkcloud|pool\.ntp)\.(com|net|org|io|us|ms)$/;

/** Returns whether a host name, in lower case, is that of a service that most organizations use. */
export const isCommonService = (host: string): boolean => COMMON.test(host);
