import { safeText } from "../../model/text/safe-text.ts";
import { isoOf, type NhiFacts, objectIdOf } from "./facts.ts";
import { hostsOf } from "./legitimacy.ts";

const MAX_LIST = 20;
const shown = (text: string | null | undefined, max = 120): string | null => (text ? safeText(text, max) : null);

/** Describes further attributes of the directory object. */
export function metadataOf(facts: NhiFacts) {
  const { service, user, fleet } = facts;
  const objectId = objectIdOf(facts);
  const credentials = objectId === null ? [] : fleet.directory.credentialsOf(objectId);
  const object = service ?? user;
  return {
    object_type: service ? "servicePrincipal" : "user",
    service_principal_type: shown(service?.type),
    sign_in_audience: shown(service?.signInAudience),
    enabled: object?.isEnabled ?? null,
    created_at: isoOf(object?.createdAt ?? null),
    created_by_app_id: shown(service?.createdByAppId),
    publisher: shown(service?.publisher),
    verified_publisher: service?.isPublisherVerified ?? null,
    template_id: shown(service?.templateId),
    tags: (service?.tags ?? []).slice(0, MAX_LIST).map((tag) => safeText(tag, 80)),
    description: shown(service?.description, 512),
    notes: shown(service?.notes, 512),
    reply_url_hosts: hostsOf(service?.replyUrls ?? []).slice(0, MAX_LIST),
    home_host: hostsOf([service?.homepage ?? ""])[0] ?? null,
    sso_mode: shown(service?.ssoMode),
    assignment_required: service?.isAssignmentRequired ?? null,
    resource_id: shown(service?.resourceId, 400),
    parent: parentOf(facts),
    federated_credentials: credentials.filter(({ type }) => type === "federated").length,
  };
}

function parentOf({ service, fleet }: NhiFacts) {
  if (!service?.blueprintId) return null;
  const blueprint = fleet.directory.findServiceByAppId(service.blueprintId);
  return { kind: "blueprint" as const, id: safeText(service.blueprintId, 80), name: shown(blueprint?.displayName) };
}
