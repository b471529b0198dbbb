import { caseWords } from "./descriptions-cases.ts";
import { nhiWords } from "./descriptions-nhi.ts";
import { personaWords } from "./descriptions-personas.ts";

/** What a named shape is, and what each of its members means; a member that the contract describes itself is left out. */
export interface ComponentWords {
  readonly description: string;
  readonly fields: Readonly<Record<string, string>>;
}

const otherWords = {
  UserPage: { description: "One page of users.", fields: { items: "Users, by id ascending." } },
  User: {
    description: "A person the directory has provisioned to the service.",
    fields: {
      tuid: "The user's id in this service.",
      domain_id: "The domain the user belongs to: always the key's own.",
      external_id: "The user's id in the directory it came from.",
      name: "The display name.",
      user_principal_name: "The sign-in name.",
      email_addresses: "Every known address.",
      group_guid: "The directory group through which the user was provisioned.",
      is_active: "False once the directory has disabled or removed the account.",
      created_at: "When the service first recorded the user.",
      updated_at: "When a member last changed.",
    },
  },
  IntegrationPoint: {
    description: "A connector type of the catalog, and how the domain uses it.",
    fields: {
      connector_type: "The id of the connector type.",
      display_name: "Its name for people.",
      category: "The family of products it belongs to.",
      description: "What it reads.",
      signals: "The signals it contributes to.",
      configured: "True when the domain has a record for it.",
      enabled: "True when that record is switched on.",
      created_at: "When the record was made; null without one.",
      updated_at: "When the record last changed; null without one.",
    },
  },
  DriftEvent: {
    description: "A measured change between what an identity does now and what it did before.",
    fields: {
      drift_id: "The event's id.",
      computator: "The measurement that found it.",
      time_period: "How long the current window is.",
      period_start_at: "Where the current window begins: `detected_at` minus `time_period`.",
      detected_at: "Where the current window ends.",
      user: "Whom the change is about.",
      "user.name": "The display name.",
      "user.email": "The main address.",
    },
  },
  WhoAmI: {
    description: "The key that asks: its domain, its rights, its limits, and what is ready for it.",
    fields: {
      domain: "The domain every answer is limited to.",
      "domain.domain_id": "Its id.",
      "domain.name": "Its name.",
      key: "The key itself, never its secret.",
      "key.key_id": "The public part of the key.",
      "key.name": "The name it was given.",
      "key.scopes": "What it may do.",
      "key.expires_at": "When it ends; null when it does not.",
      limits: "How many requests it may make.",
      "limits.read": "For GET and HEAD.",
      "limits.read.limit": "Requests in any window.",
      "limits.read.window_seconds": "The length of the window.",
      "limits.write": "For everything else.",
      "limits.write.limit": "Requests in any window.",
      "limits.write.window_seconds": "The length of the window.",
      readiness: "Whether each resource can be read yet.",
      ...readinessWords(["cases", "threats", "personas", "nhi", "nhi-clusters"]),
    },
  },
  Error: {
    description: "Why a request was refused. Which of the optional members are present depends on `error`.",
    fields: {
      param: "The query, path or header parameter at fault.",
      field: "The member of the body at fault, as a path.",
      allowed: "What would have been accepted instead.",
      required_scope: "The scope the key lacks.",
      event_ids: "The events that are not part of the case.",
      retry_after: "Whole seconds to wait before trying again.",
      policy:
        "The rate limit that refused the request: `read` or `write` of the key, `conditional` of its requests with `If-None-Match`, each of these with `domain-` in front for all keys of its domain, or `bad-credentials` of the caller's address or of a key that has ended.",
    },
  },
  NotReady: {
    description: "The resource cannot be served for this domain yet. Only a 423 has this body.",
    fields: {
      error: "Always `resource_not_ready`.",
      resource: "What is not ready.",
      message: "The state of readiness, for a person.",
      details: "What is still missing.",
      days_until_ready: "Days of history still to be observed; 0 while the first build runs.",
      external_api_enabled_at_utc: "When this API was switched on for the domain.",
      now_utc: "The server's clock.",
    },
  },
} as const satisfies Readonly<Record<string, ComponentWords>>;

function readinessWords(resources: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    resources.flatMap((resource) => [
      [`readiness.${resource}`, `The state of ${resource}.`],
      [`readiness.${resource}.ready`, "False while its routes answer 423."],
      [`readiness.${resource}.days_until_ready`, "Days of history still to be observed."],
      [`readiness.${resource}.details`, "What is missing, for a person."],
    ]),
  );
}

const words = { ...caseWords, ...personaWords, ...nhiWords, ...otherWords };

export type ComponentName = keyof typeof words;

/** The words of every named shape. */
export const COMPONENT_WORDS: Readonly<Record<ComponentName, ComponentWords>> = words;
