/** A noun with the article that suits its first letter. */
export const withArticle = (noun: string): string => `${/^[AEIOU]/i.test(noun) ? "an" : "a"} ${noun}`;
