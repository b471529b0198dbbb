/** Letters whose names begin with a vowel, as in `an HR manager`. */
const VOWEL_NAMES = /^[AEFHILMNORSX]/;
const ABBREVIATION = /^[A-Z][A-Z0-9]+(?![a-z])/;
/** Words that are spelled with a vowel at the start and spoken with a consonant. */
const SPOKEN_CONSONANT = /^(?:uni(?!n)|use|usa|util|eu|one\b)/i;
const SPOKEN_VOWEL = /^(?:hour|honest|honor|heir)/i;

/** Returns words with `a` or `an`, whichever is spoken before them. */
export function withArticle(words: string): string {
  const startsWithVowel = ABBREVIATION.test(words)
    ? VOWEL_NAMES.test(words)
    : SPOKEN_VOWEL.test(words) || (/^[aeiou]/i.test(words) && !SPOKEN_CONSONANT.test(words));
  return `${startsWithVowel ? "an" : "a"} ${words}`;
}

/** Returns a label as it is written inside a sentence: `Data pipeline` is `data pipeline`, `IT operations` stays. */
export function inSentence(label: string): string {
  const [first = ""] = label.split(" ");
  return /[A-Z]/.test(first.slice(1)) ? label : label.charAt(0).toLowerCase() + label.slice(1);
}
