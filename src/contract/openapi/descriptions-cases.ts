/** What the shapes around cases and threat events mean. */
export const caseWords = {
  CasePage: { description: "One page of cases.", fields: { items: "Cases, newest first." } },
  Case: {
    description: "An investigation: threat events about one subject that belong together.",
    fields: {
      case_id: "The case's id.",
      user_email: "The subject's address; null when the subject is not a person.",
      user_name: "The subject's name; null when the subject is not a person.",
      threat_type: "What the events amount to.",
      threat_brief: "What happened, in a sentence or two.",
      created_at: "When the service recorded the case.",
      updated_at: "When the case or one of its events last changed.",
      closed_at: "When the case was closed; null while it is not.",
      events: "The threat events of the case.",
      state: "Where the case stands. Present with `include=state`.",
      verdict: "The decision in force, or null. Present with `include=verdict`.",
    },
  },
  CaseEvent: {
    description: "A threat event as a case shows it.",
    fields: {
      event_id: "The event's id, the same as in the threat list.",
      category: "What kind of behavior it is.",
      subcategory: "Finer kinds, with ATT&CK technique ids where known.",
      source: "The log the event was found in.",
      title: "The finding in a few words.",
      summary: "The finding in a sentence.",
      user_name: "The user's name.",
      user_email: "The user's address.",
      platform_event_id: "The event's id on the platform it comes from.",
      flagged: "True while the event counts as a threat. Never true together with `safe`.",
      safe: "True once a verdict has cleared the event.",
      created_at: "When the service recorded the event.",
    },
  },
  Verdict: {
    description: "The decision in force on a case.",
    fields: {
      outcome: "What was decided.",
      resolved: "True when the decision ended the case's open work.",
      comments: "The last 20 comments on it, oldest first.",
      comments_omitted: "How many earlier comments are not shown; absent when none.",
      event_ids: "The events it was about; the last 200 named.",
      processed_at: "When it was applied.",
    },
  },
  VerdictRequest: {
    description: "A decision to apply to a case.",
    fields: {
      outcome:
        "SAFE: no threat. FALSE_POSITIVE: wrongly detected, treated as SAFE. TRUE_POSITIVE: a real threat that has been acted upon. DUPLICATE: handled under another case. ESCALATED: handed to investigators.",
    },
  },
  VerdictResult: {
    description: "What a verdict did.",
    fields: {
      success: "Always true: a verdict that was not applied is an error.",
      case_id: "The case it was applied to.",
      outcome: "The outcome that was applied.",
      processed_at: "When it was applied. A repeated identical verdict answers with the first time.",
    },
  },
  ThreatEventPage: { description: "One page of threat events.", fields: { data: "Threat events, newest first." } },
  ThreatEvent: {
    description:
      'A finding about a user, with the log rows it came from. Each row can be looked up in the log workspace: `<source_table> | where _ItemId == "<id>"`.',
    fields: {
      event_id: "The event's id.",
      tuid: "The user it is about, when known.",
      category: "What kind of behavior it is.",
      subcategory: "Finer kinds, with ATT&CK technique ids where known.",
      title: "The finding in a few words.",
      summary: "The finding in a sentence.",
      user_name: "The user's name.",
      user_email: "The user's address.",
      created_at: "When the service recorded the event.",
    },
  },
} as const;
