/** Why a rule cannot be honored. Its message is shown to whoever wrote the rule. */
export class RuleProblem extends Error {}
