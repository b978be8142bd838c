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

/** One choice: what is stored, what is shown, what tells it from others that are called the same, and what fields beside it become by it. */
export type Option = {
  value: string
  label: string
  detail?: string
  autofill?: Readonly<Record<string, string>>
}

export type Pattern = {
  matches: RegExp
  message: string
  /** What is wrong with a text that matches, which no expression tells; null where nothing is. */
  validate?: (text: string) => string | null
  /** The one form of a text that is checked and stored: an email address without `mailto:`, a domain in punycode. */
  normalize?: (text: string) => string
  /** What to change of a text that doesn't match; `message` is said where it's undefined. */
  explain?: (text: string) => string | undefined
  /** What stands between the words of a code; a hyphen unless told. */
  separator?: '_'
  /** Texts are email addresses. */
  email?: true
  /** Capitals make no difference: what is typed is checked and kept in small letters. */
  lowercase?: true
}

/** What is answered of a secret: whether there is one, its last characters where it may be told by them, and since when. */
export type SecretState = { set: boolean; hint: string | null; changedAt: string | null }
