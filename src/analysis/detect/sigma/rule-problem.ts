/** Why a rule cannot be honoured. Its message is shown to whoever wrote the rule. */
export class RuleProblem extends Error {}
