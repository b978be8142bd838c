/** A failed sign-in: a code for programs and a sentence for operators. */
export class SsoError extends Error {
  override name = 'SsoError'
  readonly code: string
  readonly sentence: string

  constructor(code: string, sentence: string, options?: ErrorOptions) {
    super(`${code}: ${sentence}`, options)
    this.code = code
    this.sentence = sentence
  }
}
