import { Type } from "typebox";

/** An e-mail address or UPN: as long as the API lets a caller ask for. */
export const Address = Type.String({ minLength: 1, maxLength: 320 });

/** A word that lists are filtered by; what cannot be asked for is not stored, and an index can hold it. */
export const FilterWord = Type.String({ minLength: 1, maxLength: 256 });
