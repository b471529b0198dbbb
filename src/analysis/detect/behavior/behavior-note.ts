/** The documentation of a behavioral detector: why it matters, what else can cause it, what silences it and what does not. */
export interface BehaviorNote {
  readonly why: string;
  readonly falsePositives: string;
  readonly silencedBy: string;
  readonly notSilencedBy: string;
}
