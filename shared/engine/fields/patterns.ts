import {
  explainInvalidDomain,
  hostNamePattern,
  normalizeDomain,
  toAsciiDomain,
} from '../domainName.ts'
import { explainInvalidEmail, isEmail, normalizeEmail } from '../emailAddress.ts'
import type { Pattern } from './fieldParts.ts'
import { engineMessages, patternMessages } from '../messages.ts'

/**
 * Whether a text is a host as browsers and resolvers read it: a name of one label or more, or an IP
 * address.
 */
function isHostOrIp(text: string): boolean {
  const isIpv6 = text.includes(':')
  const address = `http://${isIpv6 ? `[${text}]` : text}`
  return URL.canParse(address) && (isIpv6 || new URL(address).hostname === text)
}

export const patterns = {
  attributeCode: {
    matches: /^[a-z][a-z0-9_]{1,49}$/,
    message: patternMessages.attributeCode,
    separator: '_',
  },
  code: { matches: /^[a-z0-9][a-z0-9-]{1,40}$/, message: patternMessages.code },
  subdomain: { matches: /^[a-z0-9][a-z0-9-]{1,40}$/, message: patternMessages.subdomain },
  domain: {
    matches: hostNamePattern,
    message: patternMessages.domain,
    normalize: normalizeDomain,
    explain: explainInvalidDomain,
    lowercase: true,
  },
  emailDomain: {
    matches: hostNamePattern,
    message: patternMessages.emailDomain,
    normalize: (text) => normalizeDomain(text.replace(/^@/, '')),
    explain: explainInvalidDomain,
    lowercase: true,
  },
  host: {
    matches:
      /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*|[0-9a-f.]*:[0-9a-f:.]*)$/,
    message: patternMessages.host,
    normalize: toAsciiDomain,
    validate: (text) => (isHostOrIp(text) ? null : patternMessages.host),
    lowercase: true,
  },
  tag: { matches: /^[a-z0-9][a-z0-9-]*$/, message: patternMessages.tag },
} as const satisfies Record<string, Pattern>

const formatEmailError = (label: string, text: string) => {
  const change = explainInvalidEmail(text)
  return change === undefined
    ? patternMessages.email(label)
    : engineMessages.notValid(label, change)
}

export const createEmailPattern = (label: string): Pattern => ({
  email: true,
  matches: /^[^\s@]+@[^\s@]+$/,
  message: patternMessages.email(label),
  normalize: normalizeEmail,
  explain: explainInvalidEmail,
  validate: (text) => (isEmail(text) ? null : formatEmailError(label, text)),
})

export const createHttpsPattern = (label: string): Pattern => ({
  matches: /^https:\/\/[^\s/$.?#][^\s"'<>]*$/i,
  message: patternMessages.https(label),
})
