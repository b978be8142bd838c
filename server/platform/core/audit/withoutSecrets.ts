const hidden = '[redacted]'

const names =
  'pass(?:word|wd|phrase)?|pwd|secret|token|api[-_ ]?key|access[-_ ]?key|private[-_ ]?key|client[-_ ]?secret|signature|credentials?|authorization|cookie|auth'

const rules: readonly [RegExp, string][] = [
  [/-----BEGIN [^-]+-----[\s\S]*?(?:-----END [^-]+-----|$)/g, hidden],
  // https://user:secret@host
  [/(\/\/[^\s/:@]*):[^\s/@]+@/g, `$1:${hidden}@`],
  [/\b(Bearer|Basic|Digest|Negotiate)\s+[\w+/=.~:-]{6,}/gi, `$1 ${hidden}`],
  [new RegExp(`((?:${names})["']?\\s*[=:]\\s*)"[^"]*"?`, 'gi'), `$1${hidden}`],
  [new RegExp(`((?:${names})["']?\\s*[=:]\\s*)'[^']*'?`, 'gi'), `$1${hidden}`],
  [
    new RegExp(
      `((?:${names})["']?\\s*[=:]\\s*)(?!\\[redacted\\]|(?:Bearer|Basic) \\[)[^\\s"'&,;]+`,
      'gi',
    ),
    `$1${hidden}`,
  ],
  // Keys of providers by their beginnings: Stripe, Slack, GitHub, AWS, Google, webhooks; tokens in three parts.
  [/\b(?:sk|rk|pk|whsec|xox[abpr]|gh[pousr]|github_pat)[-_][\w-]{4,}/g, hidden],
  [/\b(?:AKIA|ASIA|AIza)[\w-]{8,}/g, hidden],
  [/\beyJ[\w-]+(?:\.[\w-]*){0,2}/g, hidden],
  [/\b\d(?:[ -]?\d){12,18}\b/g, hidden],
  // Tried at the start of a run only, because each try reads the run to its end.
  [/(?<![\w+/=-])(?=[\w+/=-]*\d)(?=[\w+/=-]*[A-Za-z])[\w+/=-]{32,}/g, hidden],
]

/** What a provider said, without possible secrets: taken out where it is written and where it is told. A word too many may go. */
export const withoutSecrets = (said: string): string =>
  rules.reduce((text, [secret, instead]) => text.replace(secret, instead), said)
