import { NhiDirectoryRole, NhiEntitlement, NhiLegitimacy, NhiPermission, NhiReactivatedScope } from "./access.ts";
import { NhiCallRhythm, NhiCallSample, NhiOperations } from "./calls.ts";
import { NhiClusterRank } from "./cluster.ts";
import { NhiCoverage } from "./coverage.ts";
import { NhiCredentialPosture } from "./credentials.ts";
import { NhiCustody, NhiSteward } from "./custody.ts";
import { NhiDrift } from "./drift.ts";
import { NhiIam } from "./iam.ts";
import { NhiIdentityMetadata } from "./identity-metadata.ts";
import { NhiActorEdge, NhiDataMovement, NhiInteractions, NhiResourceEdge } from "./interactions.ts";
import { NhiPurpose } from "./purpose.ts";
import { NhiAssetTier, NhiRisk } from "./risk.ts";

/** The shapes of the objects that the specification leaves free-form, by the names under which they are published. */
export const NHI_SHAPES = {
  NhiPurpose,
  NhiSteward,
  NhiCustody,
  NhiLegitimacy,
  NhiEntitlement,
  NhiPermission,
  NhiReactivatedScope,
  NhiDirectoryRole,
  NhiIam,
  NhiInteractions,
  NhiDataMovement,
  NhiIdentityMetadata,
  NhiClusterRank,
  NhiRisk,
  NhiAssetTier,
  NhiCoverage,
  NhiResourceEdge,
  NhiActorEdge,
  NhiOperations,
  NhiCallSample,
  NhiCallRhythm,
  NhiCredentialPosture,
  NhiDrift,
} as const;
