/** The id under which the installation keeps what belongs to no domain: accounts, sessions and their audit log. */
export const INSTALLATION_ID = "00000000-0000-0000-0000-000000000000";
