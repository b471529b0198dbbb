/** The settings of the detectors of files, sharing and mailboxes. */
export interface FileBehaviorSettings {
  readonly massDownload: { readonly files: number; readonly withinMinutes: number; readonly manyFiles: number };
  readonly downloadVolume: {
    readonly baselineDays: number;
    readonly warmUpDays: number;
    readonly minFiles: number;
    /** Robust standard deviations above the median day. */
    readonly deviations: number;
    /** Files that are reported without a history. */
    readonly manyFiles: number;
  };
  readonly downloadShift: {
    readonly baselineDays: number;
    readonly warmUpDays: number;
    /** Days with more downloads than usual. */
    readonly days: number;
    readonly withinDays: number;
    readonly minFiles: number;
    /** The multiple of the usual downloads a day. */
    readonly times: number;
  };
  readonly externalShareBurst: {
    readonly shares: number;
    readonly withinMinutes: number;
    /** More shares than a person makes by hand. */
    readonly manyShares: number;
    /** A domain the user shared with on this many earlier days is a partner's. */
    readonly habitDays: number;
    readonly habitBaselineDays: number;
  };
  readonly mailedFiles: {
    /** Messages with attachments to one private mailbox within 24 hours. */
    readonly messages: number;
    /** The same to a domain that is new for the user. */
    readonly manyMessages: number;
    /** A private mailbox that got attachments on this many earlier days is a habit. */
    readonly habitDays: number;
    readonly habitBaselineDays: number;
  };
  readonly repeatedUpload: {
    /** Days with uploads to one service. */
    readonly days: number;
    readonly withinDays: number;
    /** A service to which more people upload is the organization's own choice. */
    readonly users: number;
  };
  readonly mailboxOfOther: {
    readonly baselineDays: number;
    readonly warmUpDays: number;
    /** Records of reading on one day that are reported without a permission before. */
    readonly items: number;
    /** How long after giving oneself access the reading belongs to it. */
    readonly grantedWithinHours: number;
  };
  readonly labelDowngrade: { readonly items: number; readonly withinHours: number };
  readonly labelDowngradeExfiltration: { readonly withinMinutes: number };
  readonly shareSweep: {
    readonly files: number;
    readonly folders: number;
    readonly withinMinutes: number;
    /** An account that opened a third as many on so many earlier days does so regularly. */
    readonly habitDays: number;
    readonly habitBaselineDays: number;
  };
  readonly massDelete: {
    readonly files: number;
    readonly filesWithinMinutes: number;
    readonly resources: number;
    readonly resourcesWithinMinutes: number;
  };
  readonly massEncryption: {
    /** Documents with an unknown ending; twice as many if each has another one. */
    readonly files: number;
    readonly withinMinutes: number;
    readonly filesPerDay: number;
    /** An account that writes such files on so many earlier days encrypts them on purpose. */
    readonly habitDays: number;
    readonly habitBaselineDays: number;
  };
}
