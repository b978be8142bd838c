import { engineMessages } from './messages.ts'
/**
 * Host name in ASCII with two labels or more: letters, digits, and hyphens, 1 to 63 per label, no
 * hyphen at either end.
 */
export const hostNamePattern =
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/

/** Characters that would make a URL treat only part of a text as its host. */
const nonHostCharacters = /[\s/\\?#@:%[\]]/

/**
 * Returns a domain in the one form that we store, show, and look up: Punycode in lowercase. Text
 * that isn't a domain is only lowercased.
 */
export function toAsciiDomain(domain: string): string {
  const url = `http://${domain}/`
  if (nonHostCharacters.test(domain) || /^[\x20-\x7e]*$/.test(domain)) return domain.toLowerCase()
  return URL.canParse(url) ? new URL(url).hostname : domain.toLowerCase()
}

/**
 * Normalizes a domain as operators paste it: a URL without a path, a dot at the end, capitals, or
 * letters outside ASCII.
 */
export function normalizeDomain(text: string): string {
  const [, pasted = text] = /^https?:\/\/([^/?#@:\s]+)\/?$/i.exec(text) ?? []
  return toAsciiDomain(pasted.replace(/\.$/, ''))
}

/** Explains how to turn a text into a host name; undefined if none of our rules applies. */
export function explainInvalidDomain(text: string): string | undefined {
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
  const longLabel = labels.find((label) => label.length > 63)
  return longLabel && engineMessages.shortenPart
}
