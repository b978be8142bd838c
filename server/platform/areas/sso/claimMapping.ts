import { accountStatuses } from '#shared/areas/users/accountStates.ts'
import type { AccountStatus } from '#shared/areas/users/accountStates.ts'
import { isEmail, normalizeAccountEmail } from '#shared/engine/emailAddress.ts'
import { normalizeLine } from '#shared/engine/normalizeText.ts'
import type { Claims } from './claims.ts'
import { findEmailTrustError } from './emailTrust.ts'
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
  status: AccountStatus
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
export function parseSsoGroupRules(text: string | null): GroupRule[] {
  const lines = (text ?? '').split('\n').map((line) => line.trim())
  return lines.flatMap((line, index) => {
    if (line === '') return []
    const [providerGroup = '', group = '', ...more] = line.split(/(?<!\s)\s+=\s+/)
    if (providerGroup === '' || group === '' || more.length > 0)
      throw new Error(ssoSettingsMessages.ruleNotValid(index + 1))
    return [{ providerGroup, group }]
  })
}

/** Maps claims to a person; returns a sentence if they don't identify one. */
export function mapPerson(claims: Claims, mapping: ClaimMapping): SsoPerson | string {
  const { emailClaim, firstNameClaim, lastNameClaim, groupsClaim } = mapping
  const getFirstValue = (name: string) => normalizeLine(claims[name]?.[0] ?? '')
  const email = normalizeAccountEmail(getFirstValue(emailClaim))
  if (!isEmail(email) || email.length > 120)
    return ssoOutcomeMessages.noEmail(emailClaim, Object.keys(claims))
  const error = findEmailTrustError(claims, email, mapping)
  if (error !== null) return error
  return {
    email,
    firstName:
      getFirstValue(firstNameClaim).slice(0, 60) || (email.split('@')[0] ?? '').slice(0, 60),
    lastName: getFirstValue(lastNameClaim).slice(0, 60),
    groups: mapGroups(claims[groupsClaim] ?? [], mapping),
  }
}

function mapGroups(
  providerGroups: readonly string[],
  { groupRules, defaultGroup }: ClaimMapping,
): string[] {
  const rules = parseSsoGroupRules(groupRules).filter((rule) =>
    providerGroups.includes(rule.providerGroup),
  )
  const names = [...new Set(rules.map(({ group }) => group))]
  return names.length > 0 || defaultGroup === null ? names : [defaultGroup]
}

const allowedStatuses: readonly AccountStatus[] = ['active', 'invited']

/**
 * Returns the outcome of a sign-in at a store, given the account with its email address. SSO never
 * gives more than the access of an admin of this store.
 */
export function getSignInOutcome(
  claims: Claims,
  mapping: ClaimMapping,
  findAccount: (email: string) => KnownAccount | undefined,
): SignInOutcome {
  const person = mapPerson(claims, mapping)
  if (typeof person === 'string') return { outcome: 'refused', sentence: person, person: null }
  const { email } = person
  const reject = (sentence: string): SignInOutcome => ({ outcome: 'refused', sentence, person })
  const domain = email.split('@').at(-1) ?? ''
  if (!mapping.emailDomains.includes(domain))
    return reject(ssoOutcomeMessages.otherDomain(email, domain))
  const account = findAccount(email)
  const name = [person.firstName, person.lastName].join(' ').trim()
  const signedInAccount = { email, name, groups: person.groups }
  if (!account)
    return mapping.provision
      ? { outcome: 'create', sentence: ssoOutcomeMessages.wouldCreate(signedInAccount), person }
      : reject(ssoOutcomeMessages.noAccount(email))
  if (account.isOperator) return reject(ssoOutcomeMessages.isOperator(email))
  if (!account.isAdminHere) return reject(ssoOutcomeMessages.notAdmin(email))
  if (!allowedStatuses.includes(account.status))
    return reject(
      ssoOutcomeMessages.accountStatus(email, accountStatuses[account.status].toLowerCase()),
    )
  const limits = account.isAdminElsewhere ? [ssoMessages.thisStoreOnly] : []
  const sentence = [ssoOutcomeMessages.wouldSignIn(signedInAccount), ...limits].join(' ')
  return { outcome: 'signIn', sentence, person }
}
