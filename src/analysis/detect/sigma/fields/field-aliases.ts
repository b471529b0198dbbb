import type { LogTable } from "../../../../model/rows/log-row.ts";

/**
 * Names that public Sigma rules use for columns of our tables, in lower case. The rules mix the column names, the keys
 * of diagnostic records and the labels of the portal, including misspelled ones; the list covers the field names of the
 * SigmaHQ rules for azure, m365 and windows/security. A name is read from all of its paths.
 */
export const FIELD_ALIASES: Readonly<Partial<Record<LogTable, Readonly<Record<string, readonly string[]>>>>> = {
  SigninLogs: {
    status: ["ResultDescription", "Status.failureReason", "Status.additionalDetails", "#outcome"],
    "properties.message": ["AuthenticationProtocol", "ResultDescription", "OperationName"],
    clientapp: ["ClientAppUsed"],
    activitydetails: ["OperationName"],
    username: ["UserPrincipalName"],
    "properties.devicedetail.deviceid": ["DeviceDetail.deviceId"],
    "properties.appid": ["AppId"],
    "properties.authenticationrequirement": ["AuthenticationRequirement"],
    calleripaddress: ["IPAddress"],
    failure_status_reason: ["Status.failureReason", "ResultDescription"],
  },
  AuditLogs: {
    operationname: ["OperationName", "ActivityDisplayName"],
    "properties.message": ["OperationName", "ActivityDisplayName", "TargetResources"],
    status: ["Result", "ResultType"],
    "properties.result": ["Result"],
    riskeventtype: ["AdditionalDetails", "OperationName"],
    activitytype: ["OperationName", "ActivityDisplayName"],
    "properties.initiatedby": ["InitiatedBy"],
    "initiatied.by": ["InitiatedBy"],
    target: ["TargetResources"],
    "properties.targetresources": ["TargetResources"],
    "consentcontext.isadminconsent": ["TargetResources.modifiedProperties.ConsentContext.IsAdminConsent.newValue"],
    "additionaldetails.additionalinfo": ["AdditionalDetails"],
    useragent: ["AdditionalDetails.User-Agent"],
    failure_status_reason: ["ResultReason", "ResultDescription"],
  },
  AzureActivity: {
    operationname: ["OperationNameValue", "OperationName"],
    resourceid: ["_ResourceId", "ResourceId"],
    "properties.message": ["OperationNameValue", "OperationName", "Properties"],
    category: ["CategoryValue", "Category"],
    resulttype: ["ActivityStatusValue", "ActivityStatus"],
  },
  OfficeActivity: {
    eventsource: ["OfficeWorkload"],
    eventname: ["Name", "Operation"],
    status: ["ResultStatus", "Status"],
    workload: ["OfficeWorkload"],
    objectid: ["OfficeObjectId"],
  },
  CloudAppEvents: {
    eventsource: ["RawEventData.Workload"],
    eventname: ["RawEventData.Name", "ActionType"],
    status: ["RawEventData.ResultStatus", "RawEventData.Status"],
    operation: ["ActionType", "RawEventData.Operation"],
    parameters: ["RawEventData.Parameters"],
    workload: ["RawEventData.Workload"],
    objectid: ["RawEventData.ObjectId", "ObjectId"],
    resultstatus: ["RawEventData.ResultStatus"],
    operationproperties: ["RawEventData.OperationProperties"],
    applicationid: ["RawEventData.ApplicationId"],
    requesttype: ["RawEventData.RequestType"],
    directionality: ["RawEventData.Directionality"],
    deliveryaction: ["RawEventData.DeliveryAction"],
    payload: ["RawEventData.Payload"],
  },
  SecurityEvent: {
    computername: ["Computer", "WorkstationName"],
    provider_name: ["EventSourceName"],
    subjectaccountname: ["SubjectUserName", "SubjectAccount"],
  },
};
