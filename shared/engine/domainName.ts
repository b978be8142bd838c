import { engineMessages } from './messages.ts'
/** A host name of two labels or more, in ASCII: letters, digits, and hyphens, 1 to 63 in a label, no hyphen at its ends. */
export const hostNamePattern =
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/

/** Marks that would make a URL read only a part of a text as its host. */
const nonHostCharacters = /[\s/\\?#@:%[\]]/

/** A domain in the one form that we store, show, and look up: punycode in small letters. What is no domain comes back as it is. */
export function toAsciiDomain(domain: string): string {
  const url = `http://${domain}/`
  if (nonHostCharacters.test(domain) || /^[\x20-\x7e]*$/.test(domain)) return domain.toLowerCase()
  return URL.canParse(url) ? new URL(url).hostname : domain.toLowerCase()
}

/** A domain as operators paste it: a URL without a path, a dot at the end, capitals, or letters outside ASCII. */
export function normalizeDomain(text: string): string {
  const [, pasted = text] = /^https?:\/\/([^/?#@:\s]+)\/?$/i.exec(text) ?? []
  return toAsciiDomain(pasted.replace(/\.$/, ''))
}

/** What to change of a text that is no host name. Undefined if no rule of ours knows. */
export function explainDomain(text: string): string | undefined {
  if (/[\s]/.test(text)) return engineMessages.removeSpaces
  if (text.includes('@')) return engineMessages.removeLocalPart
  if (/[/?#:]/.test(text)) return engineMessages.onlyDomain
  if (text.includes('*')) return engineMessages.removeWildcard
  if (text.includes('_')) return engineMessages.removeUnderscore
  if (text.startsWith('.') || text.includes('..')) return engineMessages.removeDot
  if (text.endsWith('.')) return engineMessages.removeLastDot
  if (!text.includes('.')) return engineMessages.addEnding
  const labels = text.split('.')
  if (labels.some((label) => label.startsWith('-') || label.endsWith('-')))
    return engineMessages.removeHyphen
  const long = labels.find((label) => label.length > 63)
  return long && engineMessages.shortenPart
}
