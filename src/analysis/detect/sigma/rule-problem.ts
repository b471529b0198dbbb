/** The reason a rule is refused. Its message is shown to the author of the rule. */
export class RuleProblem extends Error {}
