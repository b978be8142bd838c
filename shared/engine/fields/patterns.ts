import { explainDomain, hostName, normalizeDomain, toAsciiDomain } from '../domainName.ts'
import { explainEmail, isEmail, normalizeEmail } from '../emailAddress.ts'
import type { Pattern } from './fieldParts.ts'

const say = {
  attributeCode:
    'Code must be 2 to 50 lowercase letters, digits, and underscores, and start with a letter',
  code: 'Code must be 2 to 41 lowercase letters, digits, and hyphens, and start with a letter or digit',
  subdomain:
    'Subdomain must be 2 to 41 lowercase letters, digits, and hyphens, and start with a letter or digit',
  domain: 'Custom domain must be a domain name like shop.example.com',
  email: (field: string) => `${field} must be an email address`,
  https: (field: string) => `${field} must be a URL that starts with https://`,
  emailDomain: 'Each allowed email domain must be a domain name like example.com',
  host: 'Host must be a host name or an IP address, such as mail.example.com, without https:// and port',
  tag: 'Each tag must be lowercase letters, digits, and hyphens',
} as const

/** Whether it is a host as browsers and resolvers read it: a name of one label or more, or an address. */
function isHost(text: string): boolean {
  const isSixth = text.includes(':')
  const address = `http://${isSixth ? `[${text}]` : text}`
  return URL.canParse(address) && (isSixth || new URL(address).hostname === text)
}

export const patterns = {
  attributeCode: {
    matches: /^[a-z][a-z0-9_]{1,49}$/,
    message: say.attributeCode,
    separator: '_',
  },
  code: { matches: /^[a-z0-9][a-z0-9-]{1,40}$/, message: say.code },
  subdomain: { matches: /^[a-z0-9][a-z0-9-]{1,40}$/, message: say.subdomain },
  domain: {
    matches: hostName,
    message: say.domain,
    normalize: normalizeDomain,
    explain: explainDomain,
    smallLetters: true,
  },
  emailDomain: {
    matches: hostName,
    message: say.emailDomain,
    normalize: (text) => normalizeDomain(text.replace(/^@/, '')),
    explain: explainDomain,
    smallLetters: true,
  },
  host: {
    matches:
      /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*|[0-9a-f.]*:[0-9a-f:.]*)$/,
    message: say.host,
    normalize: toAsciiDomain,
    further: (text) => (isHost(text) ? null : say.host),
    smallLetters: true,
  },
  tag: { matches: /^[a-z0-9][a-z0-9-]*$/, message: say.tag },
} as const satisfies Record<string, Pattern>

const explainedEmail = (label: string, text: string) => {
  const change = explainEmail(text)
  return change === undefined ? say.email(label) : `${label} is not valid. ${change}`
}

export const emailPattern = (label: string): Pattern => ({
  email: true,
  matches: /^[^\s@]+@[^\s@]+$/,
  message: say.email(label),
  normalize: normalizeEmail,
  explain: explainEmail,
  further: (text) => (isEmail(text) ? null : explainedEmail(label, text)),
})

export const httpsPattern = (label: string): Pattern => ({
  matches: /^https:\/\/[^\s/$.?#][^\s"'<>]*$/i,
  message: say.https(label),
})
