export type FieldKind =
  | 'text'
  | 'longText'
  | 'integer'
  | 'decimal'
  | 'toggle'
  | 'select'
  | 'colour'
  | 'list'
  | 'reference'
  | 'references'
  | 'money'
  | 'date'
  | 'instant'
  | 'secret'
  | 'file'
  | 'image'

/**
 * One option: its stored value, its label, a detail that distinguishes equal labels, and the values
 * it gives to other fields.
 */
export type Option = {
  value: string
  label: string
  detail?: string
  autofill?: Readonly<Record<string, string>>
}

export type Pattern = {
  matches: RegExp
  message: string
  /**
   * Returns what isn't valid in a text that matches, for rules that no expression can state; null
   * if nothing.
   */
  validate?: (text: string) => string | null
  /**
   * Returns the one form of a text that is validated and stored: an email address without
   * `mailto:`, a domain in Punycode.
   */
  normalize?: (text: string) => string
  /** Returns what to change in a text that doesn't match; `message` is shown if it's undefined. */
  explain?: (text: string) => string | undefined
  /** Separator between the words of a code; a hyphen by default. */
  separator?: '_'
  /** The texts are email addresses. */
  email?: true
  /** Case makes no difference: the text is validated and saved in lowercase. */
  lowercase?: true
}

/**
 * A secret as the API returns it: whether it's set, its last characters if they may be shown, and
 * when it changed.
 */
export type SecretState = { set: boolean; hint: string | null; changedAt: string | null }
