/** Joins sentences into one text. Those of some fields end without a period. */
export const joinSentences = (sentences: readonly string[]): string =>
  sentences.length < 2
    ? sentences.join('')
    : sentences.map((sentence) => (/[.?]$/.test(sentence) ? sentence : `${sentence}.`)).join(' ')
