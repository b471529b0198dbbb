/** The objects of the directory and what links them. The mail, files or calendar of a user or group are not part of it. */
const DIRECTORY_PATH =
  "/(?:users|groups|devices|contacts|organization|domains|directoryobjects|directoryroles|administrativeunits" +
  "|applications|serviceprincipals|subscribedskus)(?:/\\{id\\})?" +
  "(?:/(?:manager|directreports|memberof|transitivememberof|members|transitivemembers|owners|ownedobjects|owneddevices" +
  "|registereddevices|registeredowners|createdobjects|scopedrolememberof|licensedetails|assignlicense|photo|delta" +
  "|checkmembergroups|checkmemberobjects|getmembergroups|getmemberobjects|getbyids|\\$count|\\$ref)(?:/.{0,200})?)?$";

/** Requests to Microsoft Graph that read or change the directory itself, by the key of their operation. */
export const DIRECTORY_REQUESTS = new RegExp(`^[a-z]+:[a-z]+ ${DIRECTORY_PATH}`);

/** Requests that read the directory or reports on the organization. */
export const INVENTORY_REQUESTS = new RegExp(`^read:get (?:/reports\\b|${DIRECTORY_PATH})`);
