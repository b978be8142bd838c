import { isEmail, normalizeAccountEmail } from '#shared/engine/emailAddress.ts'
import { normalizeLine } from '#shared/engine/normalizeText.ts'
import type { Claims } from './claims.ts'
import { findEmailError } from './emailTrust.ts'
import type { EmailTrust } from './emailTrust.ts'
import { ssoMessages, ssoOutcomeMessages, ssoSettingsMessages } from './messages.ts'

/** The part of a setup that decides who signs in, and what they can do. */
export type ClaimMapping = EmailTrust & {
  firstNameClaim: string
  lastNameClaim: string
  groupsClaim: string
  groupRules: string | null
  defaultGroup: string | null
  provision: boolean
  emailDomains: readonly string[]
}

/** The person who signs in, as the claim mapping reads it. */
export type SsoPerson = { email: string; firstName: string; lastName: string; groups: string[] }

/** The account with an email address, as far as it matters here. */
export type KnownAccount = {
  isOperator: boolean
  status: string
  isAdminHere: boolean
  /** The account is an admin of other stores too, for which this store's provider can't speak. */
  isAdminElsewhere?: boolean
}

/** The result of a sign-in, with a sentence for operators. */
export type SignInOutcome = {
  outcome: 'signIn' | 'create' | 'refused'
  sentence: string
  person: SsoPerson | null
}

export type GroupRule = { providerGroup: string; group: string }

/**
 * Parses group rules, one per line: `provider group = user group`. Throws an error that names the
 * invalid line.
 */
export function parseGroupRules(text: string | null): GroupRule[] {
  const lines = (text ?? '').split('\n').map((line) => line.trim())
  return lines.flatMap((line, at) => {
    if (line === '') return []
    const [providerGroup = '', group = '', ...more] = line.split(/(?<!\s)\s+=\s+/)
    if (providerGroup === '' || group === '' || more.length > 0)
      throw new Error(ssoSettingsMessages.ruleNotValid(at + 1))
    return [{ providerGroup, group }]
  })
}

/** Maps claims to a person; returns a sentence if they don't identify one. */
export function mapPerson(claims: Claims, mapped: ClaimMapping): SsoPerson | string {
  const { emailClaim, firstNameClaim, lastNameClaim, groupsClaim } = mapped
  const one = (name: string) => normalizeLine(claims[name]?.[0] ?? '')
  const email = normalizeAccountEmail(one(emailClaim))
  if (!isEmail(email) || email.length > 120)
    return ssoOutcomeMessages.noEmail(emailClaim, Object.keys(claims))
  const fault = findEmailError(claims, email, mapped)
  if (fault !== null) return fault
  return {
    email,
    firstName: one(firstNameClaim).slice(0, 60) || (email.split('@')[0] ?? '').slice(0, 60),
    lastName: one(lastNameClaim).slice(0, 60),
    groups: mapGroups(claims[groupsClaim] ?? [], mapped),
  }
}

function mapGroups(said: readonly string[], { groupRules, defaultGroup }: ClaimMapping): string[] {
  const found = parseGroupRules(groupRules).filter((rule) => said.includes(rule.providerGroup))
  const names = [...new Set(found.map(({ group }) => group))]
  return names.length > 0 || defaultGroup === null ? names : [defaultGroup]
}

const allowedStatuses = ['active', 'invited']

/**
 * Returns the outcome of a sign-in at a store, given the account with its email address. SSO never
 * gives more than the access of an admin of this store.
 */
export function getSignInOutcome(
  claims: Claims,
  mapped: ClaimMapping,
  known: (email: string) => KnownAccount | undefined,
): SignInOutcome {
  const person = mapPerson(claims, mapped)
  if (typeof person === 'string') return { outcome: 'refused', sentence: person, person: null }
  const { email } = person
  const refused = (sentence: string): SignInOutcome => ({ outcome: 'refused', sentence, person })
  const domain = email.split('@').at(-1) ?? ''
  if (!mapped.emailDomains.includes(domain))
    return refused(ssoOutcomeMessages.otherDomain(email, domain))
  const account = known(email)
  const name = [person.firstName, person.lastName].join(' ').trim()
  const signed = { email, name, groups: person.groups }
  if (!account)
    return mapped.provision
      ? { outcome: 'create', sentence: ssoOutcomeMessages.wouldCreate(signed), person }
      : refused(ssoOutcomeMessages.noAccount(email))
  if (account.isOperator) return refused(ssoOutcomeMessages.isOperator(email))
  if (!account.isAdminHere) return refused(ssoOutcomeMessages.notAdmin(email))
  if (!allowedStatuses.includes(account.status))
    return refused(ssoOutcomeMessages.accountStatus(email, account.status))
  const limits = account.isAdminElsewhere ? [ssoMessages.thisStoreOnly] : []
  const sentence = [ssoOutcomeMessages.wouldSignIn(signed), ...limits].join(' ')
  return { outcome: 'signIn', sentence, person }
}
