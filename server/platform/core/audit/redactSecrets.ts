const replacement = '[redacted]'

const secretNames =
  'pass(?:word|wd|phrase)?|pwd|secret|token|api[-_ ]?key|access[-_ ]?key|private[-_ ]?key|client[-_ ]?secret|signature|credentials?|authorization|cookie|auth'

const redactionRules: readonly [RegExp, string][] = [
  [/-----BEGIN [^-]+-----[\s\S]*?(?:-----END [^-]+-----|$)/g, replacement],
  // https://user:secret@host
  [/(\/\/[^\s/:@]*):[^\s/@]+@/g, `$1:${replacement}@`],
  [/\b(Bearer|Basic|Digest|Negotiate)\s+[\w+/=.~:-]{6,}/gi, `$1 ${replacement}`],
  [new RegExp(`((?:${secretNames})["']?\\s*[=:]\\s*)"[^"]*"?`, 'gi'), `$1${replacement}`],
  [new RegExp(`((?:${secretNames})["']?\\s*[=:]\\s*)'[^']*'?`, 'gi'), `$1${replacement}`],
  [
    new RegExp(
      `((?:${secretNames})["']?\\s*[=:]\\s*)(?!\\[redacted\\]|(?:Bearer|Basic) \\[)[^\\s"'&,;]+`,
      'gi',
    ),
    `$1${replacement}`,
  ],
  // Provider keys by prefix (Stripe, ours, Slack, GitHub, AWS, Google, webhooks), and tokens with three
  // parts.
  [/\b(?:sk|sck|rk|pk|whsec|xox[abpr]|gh[pousr]|github_pat)[-_][\w-]{4,}/g, replacement],
  [/\b(?:AKIA|ASIA|AIza)[\w-]{8,}/g, replacement],
  [/\beyJ[\w-]+(?:\.[\w-]*){0,2}/g, replacement],
  [/\b\d(?:[ -]?\d){12,18}\b/g, replacement],
  // Matches only at the start of a run, because each attempt reads the run to its end.
  [/(?<![\w+/=-])(?=[\w+/=-]*\d)(?=[\w+/=-]*[A-Za-z])[\w+/=-]{32,}/g, replacement],
]

/**
 * Removes possible secrets from a provider's text, both before it's stored and before it's shown.
 * May remove a word too many.
 */
export const redactSecrets = (message: string): string =>
  redactionRules.reduce((text, [secret, instead]) => text.replace(secret, instead), message)
