/** Why a sign-in did not come about: a code for programs, a sentence for operators. */
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
