/** An expected failure: a code for programs and a sentence for operators. */
export class DescribedError extends Error {
  readonly code: string
  readonly sentence: string

  constructor(code: string, sentence: string, options?: ErrorOptions) {
    super(`${code}: ${sentence}`, options)
    this.code = code
    this.sentence = sentence
  }
}
