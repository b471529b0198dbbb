import { Type } from "typebox";

/** An e-mail address or UPN, no longer than the `email` parameter of the API. */
export const Address = Type.String({ minLength: 1, maxLength: 320 });

/** A word that lists are filtered by, no longer than the filter parameter of the API, so that an index can hold it. */
export const FilterWord = Type.String({ minLength: 1, maxLength: 256 });
