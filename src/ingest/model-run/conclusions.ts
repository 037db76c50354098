/**
 * Words by which a sentence says more than that something is so: why, on what condition, that it came true, or that it is all there is. Each row is one
 * such thing; a text that has one word of it may use another. They only decide what is checked by a model, so that a word in another sense costs a look.
 */
const CONCLUDING: readonly RegExp[] = [
  /\b(?:because|therefore|thus|hence|due to|owing to|as a result|led to|so that)\b/i,
  /\b(?:if|unless|provided that|as long as|in case|depends? on)\b/i,
  /\b(?:carried out|fulfilled|achieved|came true|put into effect)\b/i,
  /\b(?:nobody|never|always|the (?:first|last|only|sole))\b/i,
];

/** Whether a text draws a conclusion of a kind that nothing in the given words states. */
export function concludes(text: string, known: string): boolean {
  return CONCLUDING.some((pattern) => pattern.test(text) && !pattern.test(known));
}
