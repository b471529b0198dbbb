/** The meaning of the error codes that only the admin API has, and an example message. */
export const ADMIN_FAILURE_WORDS = {
  invalid_credentials: {
    meaning: "The email address or the password is wrong, or the account is disabled.",
    message: "The email address or the password is wrong.",
  },
  code_required: {
    meaning: "The account has an authenticator app; send the password again with its code.",
    message: "Enter the code of your authenticator app.",
  },
  invalid_code: {
    meaning: "The code is wrong, has expired or was used before.",
    message: "This code is not valid, or was used before.",
  },
  invalid_session: {
    meaning: "The request has no valid access token: it is missing or has expired, or the session has ended.",
    message: "This session has ended; sign in again.",
  },
  insufficient_role: {
    meaning: "The role in the domain does not include this right; see `required_right`.",
    message: "Your role in this domain does not include this.",
  },
  reauthentication_required: {
    meaning: "The password was entered too long ago for this operation; enter it again.",
    message: "Enter your password again to do this.",
  },
  cross_site_request: {
    meaning: "The request was sent by a page of another site.",
    message: "A page of another site sent this request.",
  },
  domain_not_found: {
    meaning: "There is no such domain, or the account is not a member of it.",
    message: "There is no such domain.",
  },
  key_not_found: { meaning: "The domain has no such API key.", message: "There is no such API key." },
  account_not_found: { meaning: "There is no such account.", message: "There is no such account." },
  member_not_found: {
    meaning: "The account is not a member of the domain.",
    message: "This account is not a member of the domain.",
  },
  session_not_found: { meaning: "There is no such session of the account.", message: "There is no such session." },
  rule_not_found: {
    meaning: "No detection of this name is loaded for the domain.",
    message: "There is no such rule.",
  },
  exception_not_found: { meaning: "The domain has no such exception.", message: "There is no such exception." },
  invalid_transition: {
    meaning: "The case cannot move to this state from the one it is in; see `allowed`.",
    message: "A case that is closed cannot be moved there; reopen it to investigate it again.",
  },
  account_exists: {
    meaning: "There is an account with this email address already.",
    message: "There is an account with this email address already.",
  },
  account_disabled: {
    meaning: "The account is disabled and gets no further rights until it is enabled.",
    message: "The account 'jon.berg@northwind.example' is disabled; enable it first.",
  },
  confirmation_required: {
    meaning:
      "Only a domain vouches that the account belongs to the owner of its email address; see `vouching_domain`, and `domains` for those that it is a member of. With `confirmed` every way to sign in to it ends, and it gets a new invitation.",
    message: "Only northwind vouches for the account 'jon.berg@northwind.example'; somebody else may hold it.",
  },
  last_way_in: {
    meaning: "Nobody could sign in to the account afterwards.",
    message: "Choose a password too: without the identity there is no other way to sign in.",
  },
  last_owner: {
    meaning: "The change would leave the domain without an owner, or the installation without an operator.",
    message: "This is the last owner of the domain; make somebody else an owner first.",
  },
} as const;
