/** Descriptions of the case and threat event schemas. */
export const caseWords = {
  CasePage: { description: "One page of cases.", fields: { items: "Cases, newest first." } },
  Case: {
    description: "An investigation: related threat events about one user or identity.",
    fields: {
      case_id: "The id of the case.",
      user_email: "The email address of the user; null if the case is about a non-human identity.",
      user_name: "The name of the user; null if the case is about a non-human identity.",
      threat_type: "The type of threat that the events indicate.",
      threat_brief: "A short summary of what happened.",
      created_at: "When the case was created.",
      updated_at: "When the case or one of its events last changed.",
      closed_at: "When the case was closed; null if it is not closed.",
      events:
        "The threat events of the case: at most ten of one detector and 200 in all, the strongest. `threat_brief` counts the others.",
      state: "The state of the case. Present with `include=state`.",
      verdict: "The current verdict, or null if there is none. Present with `include=verdict`.",
      score:
        "How likely the case is a real threat, from 0 to 1, as the judge last computed it; null for an imported case. Present with `include=severity`.",
      reasons: "The judge's reasons for the score; empty for an imported case. Present with `include=severity`.",
      first_event_at: "When the activity of the case began; null for an imported case. Present with `include=times`.",
      last_event_at: "When the activity of the case ended; null for an imported case. Present with `include=times`.",
    },
  },
  CaseEvent: {
    description: "A threat event as shown in a case.",
    fields: {
      event_id: "The id of the event, the same as in `GET /threats`.",
      category: "The kinds of behavior, as ATT&CK tactics.",
      subcategory: "The detection that produced the event, and ATT&CK technique ids where known.",
      source: "Where the event comes from; it determines the log table.",
      title: "A short title.",
      summary: "A one-sentence or two-sentence summary.",
      user_name: "The name of the user.",
      user_email: "The email address of the user.",
      platform_event_id: "The id of the event on the platform it comes from.",
      flagged: "True while the event is considered a threat. `flagged` and `safe` are never both true.",
      safe: "True once a verdict has marked the event as safe.",
      created_at: "When the event was created.",
    },
  },
  Verdict: {
    description: "The current verdict on a case.",
    fields: {
      outcome: "The outcome.",
      resolved: "True if the verdict closed or enforced the case.",
      comments: "The last 20 comments, oldest first.",
      comments_omitted: "The number of earlier comments that are not shown; absent if there are none.",
      event_ids: "The events that the verdict applies to; at most the last 200.",
      processed_at: "When the verdict was applied.",
    },
  },
  VerdictRequest: {
    description: "A verdict to apply to a case.",
    fields: {
      outcome:
        "`SAFE`: not a threat. `FALSE_POSITIVE`: wrongly detected; has the same effect as `SAFE`. `TRUE_POSITIVE`: a real threat that has been acted on. `DUPLICATE`: handled in another case. `ESCALATED`: handed over to investigators.",
    },
  },
  VerdictResult: {
    description: "The result of a verdict.",
    fields: {
      success: "Always true; a verdict that could not be applied is an error response.",
      case_id: "The case that the verdict was applied to.",
      outcome: "The outcome that was applied.",
      processed_at:
        "When the verdict was applied. An identical verdict submitted again returns the time of the first one.",
    },
  },
  ThreatEventPage: { description: "One page of threat events.", fields: { data: "Threat events, newest first." } },
  Evidence: {
    description: "The log rows behind a threat event.",
    fields: {
      event_id: "The id of the event.",
      items: "The rows; the row that triggered the event comes first.",
    },
  },
  EvidenceRow: {
    description: "A log row behind a threat event.",
    fields: {
      source_event_id: "The `_ItemId` of the row; null if the row is gone and its id was not recorded.",
      time: "When the logged activity happened; null if it is not known.",
      row: "The columns of the row as they were delivered; null if the row is not available.",
    },
  },
  ThreatEvent: {
    description:
      'Suspicious activity of a user or identity, with references to the log rows behind it. To look up a row in your Log Analytics workspace, run `<source_table> | where _ItemId == "<id>"`.',
    fields: {
      event_id: "The id of the event.",
      tuid: "The id of the user, if known.",
      category: "The kinds of behavior, as ATT&CK tactics.",
      subcategory: "The detection that produced the event, and ATT&CK technique ids where known.",
      title: "A short title.",
      summary: "A one-sentence or two-sentence summary.",
      user_name: "The name of the user.",
      user_email: "The email address of the user.",
      created_at: "When the event was created.",
    },
  },
} as const;
