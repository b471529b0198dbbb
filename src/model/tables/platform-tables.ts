import { defineTable, type TableFacts } from "./define-table.ts";

/** Transcribed from the published table reference of the vendor. */
export const PLATFORM_TABLES: readonly TableFacts[] = [
  defineTable("AzureActivity", {
    source: "azure_activity",
    signal: "cloud",
    times: ["EventSubmissionTimestamp"],
    nativeIds: ["EventDataId"],
    ips: ["CallerIpAddress"],
    who: {
      upn: [
        "Caller",
        "Claims_d.http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn",
        "Claims.http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn",
      ],
      oid: [
        "Claims_d.http://schemas.microsoft.com/identity/claims/objectidentifier",
        "Claims.http://schemas.microsoft.com/identity/claims/objectidentifier",
      ],
      name: ["Claims_d.name", "Claims.name"],
      app: ["Claims_d.appid", "Claims.appid"],
    },
    columns: {
      string: `
        ActivityStatus ActivityStatusValue ActivitySubstatus ActivitySubstatusValue Caller CallerIpAddress
        Category CategoryValue CorrelationId EventDataId Hierarchy Level OperationId OperationName
        OperationNameValue Resource ResourceGroup ResourceId ResourceProvider ResourceProviderValue SourceSystem
        SubscriptionId TenantId Type _IsBillable _ItemId _ResourceId _SubscriptionId`,
      json: `
        Authorization Claims HTTPRequest Properties`,
      dynamic: `
        Authorization_d Claims_d Properties_d`,
      datetime: `
        EventSubmissionTimestamp TimeGenerated`,
      real: `
        _BilledSize`,
    },
  }),
  defineTable("CommonSecurityLog", {
    source: "cef",
    signal: "network",
    times: ["StartTime", "EndTime"],
    nativeIds: ["ExtID", "ExternalID"],
    ips: ["SourceIP"],
    who: { sam: ["SourceUserName", "SourceUserID", "DestinationUserName", "DestinationUserID"] },
    columns: {
      string: `
        Activity AdditionalExtensions ApplicationProtocol CollectorHostName CommunicationDirection Computer
        DestinationDnsDomain DestinationHostName DestinationIP DestinationMACAddress DestinationNTDomain
        DestinationProcessName DestinationServiceName DestinationTranslatedAddress DestinationUserID
        DestinationUserName DestinationUserPrivileges DeviceAction DeviceAddress DeviceCustomDate1
        DeviceCustomDate1Label DeviceCustomDate2 DeviceCustomDate2Label DeviceCustomFloatingPoint1Label
        DeviceCustomFloatingPoint2Label DeviceCustomFloatingPoint3Label DeviceCustomFloatingPoint4Label
        DeviceCustomIPv6Address1 DeviceCustomIPv6Address1Label DeviceCustomIPv6Address2
        DeviceCustomIPv6Address2Label DeviceCustomIPv6Address3 DeviceCustomIPv6Address3Label
        DeviceCustomIPv6Address4 DeviceCustomIPv6Address4Label DeviceCustomNumber1Label DeviceCustomNumber2Label
        DeviceCustomNumber3Label DeviceCustomString1 DeviceCustomString1Label DeviceCustomString2
        DeviceCustomString2Label DeviceCustomString3 DeviceCustomString3Label DeviceCustomString4
        DeviceCustomString4Label DeviceCustomString5 DeviceCustomString5Label DeviceCustomString6
        DeviceCustomString6Label DeviceDnsDomain DeviceEventCategory DeviceEventClassID DeviceExternalID
        DeviceFacility DeviceInboundInterface DeviceMacAddress DeviceName DeviceNtDomain DeviceOutboundInterface
        DevicePayloadId DeviceProduct DeviceTimeZone DeviceTranslatedAddress DeviceVendor DeviceVersion
        EventOutcome ExtID FileCreateTime FileHash FileID FileModificationTime FileName FilePath FilePermission
        FileType FlexDate1 FlexDate1Label FlexNumber1Label FlexNumber2Label FlexString1 FlexString1Label
        FlexString2 FlexString2Label IndicatorThreatType LogSeverity MaliciousIP MaliciousIPCountry Message
        OldFileCreateTime OldFileHash OldFileID OldFileModificationTime OldFileName OldFilePath
        OldFilePermission OldFileType OriginalLogSeverity ProcessName Protocol Reason ReceiptTime RemoteIP
        RemotePort ReportReferenceLink RequestClientApplication RequestContext RequestCookies RequestMethod
        RequestURL SimplifiedDeviceAction SourceDnsDomain SourceHostName SourceIP SourceMACAddress
        SourceNTDomain SourceProcessName SourceServiceName SourceSystem SourceTranslatedAddress SourceUserID
        SourceUserName SourceUserPrivileges TenantId ThreatConfidence ThreatDescription Type _IsBillable _ItemId
        _ResourceId _SubscriptionId`,
      datetime: `
        EndTime StartTime TimeGenerated`,
      int: `
        DestinationPort DestinationProcessId DestinationTranslatedPort DeviceCustomNumber1 DeviceCustomNumber2
        DeviceCustomNumber3 EventCount EventType ExternalID FileSize FlexNumber1 FlexNumber2 OldFileSize
        ProcessID SourcePort SourceProcessId SourceTranslatedPort ThreatSeverity`,
      long: `
        FieldDeviceCustomNumber1 FieldDeviceCustomNumber2 FieldDeviceCustomNumber3 ReceivedBytes SentBytes`,
      real: `
        DeviceCustomFloatingPoint1 DeviceCustomFloatingPoint2 DeviceCustomFloatingPoint3
        DeviceCustomFloatingPoint4 MaliciousIPLatitude MaliciousIPLongitude _BilledSize`,
    },
  }),
  defineTable("Syslog", {
    source: "syslog",
    signal: "infrastructure",
    times: ["EventTime"],
    nativeIds: [],
    // HostIP is the machine's own address, not that of whoever acted on it.
    ips: [],
    who: {},
    columns: {
      string: `
        CollectorHostName Computer Facility HostIP HostName ProcessName SeverityLevel SourceSystem SyslogMessage
        Type _IsBillable _ItemId _ResourceId _SubscriptionId`,
      datetime: `
        EventTime TimeGenerated`,
      int: `
        ProcessID`,
      real: `
        _BilledSize`,
    },
  }),
];
