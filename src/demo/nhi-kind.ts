import type { NhiClass, Provider, SourceTable } from "../model/vocabulary.ts";

export const ARCHETYPES = {
  ai_agent: "AI agent",
  application_backend: "Application backend",
  backup_recovery: "Backup and recovery",
  ci_cd: "Build and deployment",
  collaboration_bot: "Collaboration bot",
  data_pipeline: "Data pipeline",
  endpoint_management: "Endpoint management",
  identity_sync: "Identity synchronisation",
  infrastructure_automation: "Infrastructure automation",
  mail_automation: "Mail automation",
  saas_integration: "SaaS integration",
  vendor_platform: "Vendor platform service",
} as const;

export type Rhythm = "fixed_interval" | "scheduled_daily" | "business_hours" | "continuous" | "bursty";

export interface Operation {
  readonly operationClass: string;
  readonly name: string;
}

/** Something the identity may do; tier0 reaches the control plane, tier2 little. */
export interface Grant {
  readonly name: string;
  readonly tier: string;
  readonly privilegeClass: string;
}

/** A family of identities that are alike: what they are, what they are for, and how they behave. */
export interface NhiKind {
  readonly key: string;
  readonly what: {
    readonly nhiClass: NhiClass;
    readonly provider: Provider;
    readonly archetype: keyof typeof ARCHETYPES | null;
    /** Who looks after them: people, or the platform itself. */
    readonly custody: "human" | "system";
  };
  readonly identityType: { readonly id: string; readonly label: string };
  readonly names: readonly string[];
  readonly count: number;
  readonly behaviour: {
    readonly auth: string;
    readonly rhythm: Rhythm;
    readonly system: string;
    /** The log table that holds their calls. */
    readonly table: SourceTable;
  };
  readonly store: { readonly name: string; readonly kind: string };
  readonly functions: readonly string[];
  /** Class and name of each, the most frequent first. */
  readonly operations: readonly string[];
  /** How everything was given that the identity may do. */
  readonly grantKind: string;
  /** Tier, privilege class and name of each, the most privileged first. */
  readonly grants: readonly string[];
}

export const operationsOf = (kind: NhiKind): readonly Operation[] =>
  kind.operations.map((text) => {
    const [operationClass = "", ...name] = text.split(" ");
    return { operationClass, name: name.join(" ") };
  });

export const grantsOf = (kind: NhiKind): readonly Grant[] =>
  kind.grants.map((text) => {
    const [tier = "", privilegeClass = "", ...name] = text.split(" ");
    return { tier, privilegeClass, name: name.join(" ") };
  });
