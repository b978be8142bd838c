import type { Text } from './readTexts.ts'

/** The words and forms that wording.md bans, with the name that reports use. */
const bannedPhrases: readonly (readonly [RegExp, string])[] = [
  [/\banew\b/i, 'anew'],
  [/\bonce more\b/i, 'once more'],
  [/\bmend(?:ed|s|ing)?\b/i, 'mend'],
  [/\b(?:tells|told of|is told|are told)\b/i, 'tell (of a thing)'],
  [/\bstands\b(?! for)/i, 'stand (of a thing)'],
  [/\b(?:wears?|worn)\b/i, 'wear (of a thing)'],
  [/\b(?:see|sees|saw|seen) to\b/i, 'see to'],
  [/\b(?:take|takes|taken|took) back\b|\btaking back\b/i, 'take back'],
  [/\bput back\b/i, 'put back'],
  [/\bbesides\b/i, 'besides'],
  [/\bwhom\b/i, 'whom'],
  [/\balone\b/i, 'alone'],
  [/\bby itself\b/i, 'by itself'],
  [/\bmeanwhile\b/i, 'meanwhile'],
  [/\bby now\b/i, 'by now'],
  [/\bexactly so\b/i, 'exactly so'],
  [/\bbut for\b/i, 'but for'],
  [/\bis had\b/i, 'is had'],
  [/\b(?:nobody|somebody)\b/i, 'nobody or somebody'],
  [/\bplease\b|\boops\b|\bsorry\b/i, 'please, oops, or sorry'],
  [/!(?!\d)/, 'an exclamation mark'],
  [/\binvalid input\b/i, 'invalid input'],
  [/\be-mails?\b/i, 'e-mail'],
  [/(?:\d|\{\}) %/, 'a space before %'],
  [/\(\d+(?:m?s|[mhd]|[kMG]B)\)/, 'a unit without a space before it'],
  // In quotes, it's the name of a JSON field.
  [/(?<!")\bids?\b(?!")/, 'id for ID'],
  [/[“”‘’„]/, 'curly quotes'],
  [/…/, 'an ellipsis character'],
  [/ – |—/, 'a dash inside a sentence'],
  [/(?<!\bsingle )\bsign-?on\b/i, 'sign-on'],
  [/\blog(?:s|ged)? (?:in|on)\b/i, 'log in'],
  [/\bset-up\b/i, 'set-up'],
  // Adyen's site is called Customer Area.
  [/\bcustomers?\b(?! Area)/i, 'customer'],
  [/\bno longer exists?\b|\bany more\b|\bno more\b/i, 'any more'],
  [/\bmay not\b/i, 'may not'],
  [/\b(?:whoever|whatever|wherever)\b/i, 'whoever'],
  [
    // Operators can search in British spelling. cspell:disable-next-line
    /^(?!colours$).*\b\w*(?:colour|catalogue|organis|recognis|synchronis|authoris|behaviour|favour|neighbour|cancelled|cancelling|labelled|licence|centre)\w*|^.*\b(?:grey|programmes?|towards|analyse[ds]?)\b/i,
    'British spelling',
  ],
  [/\bstore\(s\)|\b1 (?:days|stores|others)\b/i, 'a wrong plural'],
]

const bannedStarts = /^(?:It|This one|What|Who|Of)\b/
const bannedHintStarts = /^(?:Of|None|Empty)\b/

/** Returns how a text breaks the rules of wording.md. */
export function findLanguageErrors({ text, kind }: Pick<Text, 'text' | 'kind'>): string[] {
  const sentences = text.split(/(?<=[.?:])\s+(?=\p{Lu}|\{)/u)
  return [
    ...bannedPhrases.filter(([pattern]) => pattern.test(text)).map(([, name]) => `says ${name}`),
    ...sentences
      .filter((sentence) => bannedStarts.test(sentence) && !sentence.endsWith('?'))
      .map((sentence) => `starts with ${sentence.split(' ')[0]}`),
    ...(kind === 'hint' && bannedHintStarts.test(text) ? ['starts like a fragment'] : []),
    ...sentences
      .filter((sentence) => kind !== 'demo data' && sentence.split(/\s+/).length > 25)
      .map((sentence) => `has a sentence of ${sentence.split(/\s+/).length} words`),
    ...(kind === 'hint' && sentences.filter((sentence) => /[.?]$/.test(sentence)).length > 2
      ? ['is a hint of more than two sentences']
      : []),
    // An email ends with a line break, and demo data has blocks of lines.
    ...(kind !== 'demo data' &&
    /^\s|\s$|^[,;]|^\p{Ll}[^.]*\s\{\}$/u.test(kind === 'email' ? text.trim() : text)
      ? ['is a fragment']
      : []),
  ]
}
