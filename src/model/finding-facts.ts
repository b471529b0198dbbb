/**
 * What the row that triggered a finding states, as far as the judge and a responder need it. Every text comes from a row:
 * it is cut, and shown as text only. A fact that the row does not state is absent.
 */
export interface FindingFacts {
  /** The address of the actor, normalized. */
  readonly address?: string;
  /** The network of that address, by which addresses of one place are compared. */
  readonly network?: string;
  readonly country?: string;
  /** The id of the device, or the name of the client where the row has no device. */
  readonly device?: string;
  /** Whether the organization manages the device. */
  readonly isManaged?: boolean;
  /** Whether the sign-in needed more than one factor. */
  readonly isMultiFactor?: boolean;
  /** The sign-in was refused. */
  readonly isRefused?: boolean;
  /** Whether the provider lists the network as one of the organization's own. */
  readonly isOwnNetwork?: boolean;
  /** The machine on which it happened. */
  readonly host?: string;
  readonly application?: string;
  /** The normalized act: equal in every table that reports it. */
  readonly act?: string;
  /** The operation as the actor's days have it, its class first: `admin:add member to role`. */
  readonly operation?: string;
  /** What it was done on, as the days have it: `site:finance`, `host:web-01`. */
  readonly resource?: string;
  /** What the act was done to: a role, a rule, a file, a message, a process. */
  readonly object?: string;
  /**
   * The key of another account that the act concerns (`upn:`, `oid:`): who got a role, whose password was reset. Of an
   * application that got a credential or a permission it is `app:` with one of its ids.
   */
  readonly account?: string;
  /** An object that is different every time, such as a file or a message. */
  readonly isPassingObject?: boolean;
  /** The domain outside to which mail or files go from now on. */
  readonly recipient?: string;
  /** The id of the occurrence, which several tables share: the correlation of a sign-in, the id of a message. */
  readonly occurrence?: string;
  /** The name of the malware or threat that another product reported. */
  readonly malware?: string;
  /** How many things the detector counted. */
  readonly count?: number;
}

export const NO_FACTS: FindingFacts = {};
