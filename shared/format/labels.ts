/**
 * Returns a label as it's written inside a sentence: "client secret" for "Client secret". Labels that
 * begin with an abbreviation or a proper name keep their capital.
 */
export const toMidSentenceLabel = (label: string): string =>
  /^(?!Android|Apple|Google|Pantone|Runa)[A-Z][^A-Z]/.test(label)
    ? label.charAt(0).toLowerCase() + label.slice(1)
    : label
