/** The labels of the fields that errors of the API name. */
export type Labels = Readonly<Record<string, string>>;

const LABELS: Labels = {
  allowed_addresses: "Allowed addresses",
  code: "Code",
  email: "Email",
  entity: "Person, application or address",
  expires_at: "Expires",
  name: "Name",
  new_password: "New password",
  password: "Password",
  reason: "Reason",
  role: "Role",
  rule: "Rule",
  scopes: "Scopes",
};

/** Returns an error of the API with the labels of the form in place of the names of fields; `labels` are those of the form alone. */
export function withLabels(message: string, labels: Labels = {}): string {
  const labelOf = (name: string): string | undefined => {
    const known = { ...LABELS, ...labels };
    return Object.hasOwn(known, name) ? known[name] : undefined;
  };
  return message
    .replace(/^field '(\w+)'/i, (text, name: string) => labelOf(name) ?? text)
    .replace(/^(\w+)='/, (text, name: string) => {
      const label = labelOf(name.toLowerCase());
      return label === undefined ? text : `${label}: '`;
    })
    .replace(/\b(the (?:setting|secret)) '(\w+)'/gi, (text, what: string, name: string) => {
      const label = labelOf(name);
      return label === undefined ? text : `${what} '${label}'`;
    });
}
