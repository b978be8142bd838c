import { normalizeLine } from './normalizeText.ts'
import { explainInvalidDomain, hostNamePattern, toAsciiDomain } from './domainName.ts'
import { engineMessages } from './messages.ts'

/**
 * The part before the @: no quotes, spaces, or brackets, and dots only between other characters.
 * Letters outside ASCII are allowed.
 */
const localPartPattern = /^[^\s@,;:<>()[\]\\".\p{C}]+(\.[^\s@,;:<>()[\]\\".\p{C}]+)*$/u

const splitEmail = (email: string): [string, string] => {
  const atIndex = email.lastIndexOf('@')
  return atIndex < 0 ? [email, ''] : [email.slice(0, atIndex), email.slice(atIndex + 1)]
}

/** Returns an email address without `mailto:`, and with its domain in lowercase Punycode. */
export function normalizeEmail(text: string): string {
  const address = text.replace(/^mailto:(?=[^?]*$)/i, '')
  const [local, domain] = splitEmail(address)
  return domain === '' ? address : `${local}@${toAsciiDomain(domain)}`
}

/**
 * Returns the email address that identifies an account or a member: case makes no difference in any
 * part of it.
 */
export const normalizeAccountEmail = (text: string): string =>
  normalizeEmail(normalizeLine(text)).toLowerCase()

/** Whether a normalized text is an email address. */
export function isEmail(email: string): boolean {
  const [local, domain] = splitEmail(email)
  return local.length <= 64 && localPartPattern.test(local) && hostNamePattern.test(domain)
}

/** Explains how to turn a text into an email address; undefined if none of our rules applies. */
export function explainInvalidEmail(text: string): string | undefined {
  if (/^mailto:/i.test(text)) return engineMessages.onlyAddress
  const [local, domain] = splitEmail(text)
  if (domain === '') return undefined
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..'))
    return engineMessages.removeDotBeforeAt
  return hostNamePattern.test(domain) ? undefined : explainInvalidDomain(domain)
}

/** Whether the part before the @ has letters that only mail servers with SMTPUTF8 accept. */
export const needsSmtpUtf8 = (email: string): boolean => /[^\x20-\x7e]/.test(splitEmail(email)[0])
