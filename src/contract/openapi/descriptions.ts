import { caseWords } from "./descriptions-cases.ts";
import { nhiWords } from "./descriptions-nhi.ts";
import { personaWords } from "./descriptions-personas.ts";

/** The descriptions of a named schema and of its properties, except those that the contract describes itself. */
export interface ComponentWords {
  readonly description: string;
  readonly fields: Readonly<Record<string, string>>;
}

const otherWords = {
  UserPage: { description: "One page of users.", fields: { items: "Users by `tuid`, ascending." } },
  User: {
    description: "A person provisioned from the directory.",
    fields: {
      tuid: "The id of the user in this service.",
      domain_id: "The domain the user belongs to, which is always the domain of the API key.",
      external_id: "The id of the user in the source directory.",
      name: "The display name.",
      user_principal_name: "The sign-in name.",
      email_addresses: "All known email addresses.",
      group_guid: "The directory group through which the user was provisioned.",
      is_active: "False once the account has been disabled or removed in the directory.",
      created_at: "When the user was created in this service.",
      updated_at: "When the user last changed.",
    },
  },
  IntegrationPoint: {
    description: "A connector type of the catalog, with its status in the domain.",
    fields: {
      connector_type: "The id of the connector type.",
      display_name: "The name, for display.",
      category: "The product category.",
      description: "What the connector reads.",
      signals: "The signals that the connector provides.",
      configured: "True if the domain has set up the connector.",
      enabled: "True if the connector is enabled.",
      created_at: "When the connector was set up; null if it is not.",
      updated_at: "When the connector's record last changed; null if it is not set up.",
    },
  },
  IntegrationPage: {
    description: "One page of integrations.",
    fields: { items: "Integrations by `connector_type`, ascending." },
  },
  DriftPage: { description: "One page of drift events.", fields: { items: "Drift events, newest first." } },
  DriftEvent: {
    description: "A measured change in what an identity does or what access it holds, compared with its own past.",
    fields: {
      drift_id: "The id of the drift event.",
      computator: "The measurement that detected the change.",
      time_period: "The length of the current window.",
      period_start_at: "The start of the current window: `detected_at` minus `time_period`.",
      detected_at: "The end of the current window.",
      user: "The user whose behavior changed.",
      "user.name": "The display name.",
      "user.email": "The primary email address.",
    },
  },
  WhoAmI: {
    description:
      "The API key that made the request: its domain, scopes and rate limits, and the readiness of each resource.",
    fields: {
      domain: "The domain of the key. All responses are limited to its data.",
      "domain.domain_id": "The id of the domain.",
      "domain.name": "The name of the domain.",
      key: "The key, without its secret.",
      "key.key_id": "The public part of the key.",
      "key.name": "The name of the key.",
      "key.scopes": "What the key is allowed to do.",
      "key.expires_at": "When the key expires; null if it never expires.",
      limits: "The rate limits of the key.",
      "limits.read": "The limit for GET and HEAD requests.",
      "limits.read.limit": "The maximum number of requests in any window.",
      "limits.read.window_seconds": "The length of the window in seconds.",
      "limits.write": "The limit for all other requests.",
      "limits.write.limit": "The maximum number of requests in any window.",
      "limits.write.window_seconds": "The length of the window in seconds.",
      readiness: "Whether each resource is ready to be served.",
      ...readinessWords(["cases", "threats", "personas", "nhi", "nhi-clusters"]),
    },
  },
  Error: {
    description: "An error. Which of the optional properties are present depends on `error`.",
    fields: {
      param: "The invalid query, path or header parameter.",
      field: "The path of the invalid property in the request body.",
      allowed: "The accepted values or names.",
      required_scope: "The scope that the key lacks.",
      event_ids: "The events that do not belong to the case.",
      suggestions: "Existing values that are similar to the one that was not found, the most similar first.",
      retry_after: "The number of seconds to wait before retrying.",
      policy:
        "The rate limit that was exceeded: `read` or `write`; `conditional` for requests with `If-None-Match`; the same with the prefix `domain-` for all keys of the domain together; or `bad-credentials` for failed authentication from one address or with an inactive key.",
    },
  },
  NotReady: {
    description: "The resource is not ready for this domain yet. Only 423 responses have this body.",
    fields: {
      error: "Always `resource_not_ready`.",
      resource: "The resource that is not ready.",
      message: "The state of readiness, for people.",
      details: "What is missing.",
      days_until_ready:
        "The number of days of history that are still needed; 0 if something else is missing, see `details`.",
      external_api_enabled_at_utc: "When the external API was enabled for the domain.",
      now_utc: "The current time of the server.",
    },
  },
} as const satisfies Readonly<Record<string, ComponentWords>>;

function readinessWords(resources: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    resources.flatMap((resource) => [
      [`readiness.${resource}`, `The readiness of \`${resource}\`.`],
      [`readiness.${resource}.ready`, "False while requests for the resource return 423."],
      [`readiness.${resource}.days_until_ready`, "The number of days of history that are still needed."],
      [`readiness.${resource}.details`, "What is missing, for people."],
    ]),
  );
}

const words = { ...caseWords, ...personaWords, ...nhiWords, ...otherWords };

export type ComponentName = keyof typeof words;

/** The descriptions of every named schema. */
export const COMPONENT_WORDS: Readonly<Record<ComponentName, ComponentWords>> = words;
