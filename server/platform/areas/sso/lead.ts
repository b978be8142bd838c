import { isEmail, normalizeAccountEmail } from '#shared/engine/emailAddress.ts'
import { normalizeLine } from '#shared/engine/normalizeText.ts'
import type { Claims } from './claims.ts'
import { findEmailFault } from './emailTrust.ts'
import type { EmailTrust } from './emailTrust.ts'
import { ssoMessages, ssoOutcomeMessages as say, ssoSettingsMessages } from './messages.ts'

/** What of a set-up says who somebody is, and what they may do. */
export type Mapped = EmailTrust & {
  firstNameClaim: string
  lastNameClaim: string
  groupsClaim: string
  groupRules: string | null
  defaultGroup: string | null
  provision: boolean
  emailDomains: readonly string[]
}

/** Who signs on, as the mapping reads it. */
export type Person = { email: string; firstName: string; lastName: string; groups: string[] }

/** The account of an address, as far as it matters here. */
export type KnownAccount = {
  isOperator: boolean
  status: string
  isOfStore: boolean
  /** The account is an admin of other stores too, for which this store's provider can't speak. */
  isOfOthers?: boolean
}

/** What a sign-in would lead to, as a sentence for operators. */
export type Lead = {
  outcome: 'signIn' | 'create' | 'refused'
  sentence: string
  person: Person | null
}

export type GroupRule = { said: string; group: string }

/** Rules of groups from their lines, `group at the provider = user group`; throws with the line that is none. */
export function groupRulesFrom(text: string | null): GroupRule[] {
  const lines = (text ?? '').split('\n').map((line) => line.trim())
  return lines.flatMap((line, at) => {
    if (line === '') return []
    const [said = '', group = '', ...more] = line.split(/(?<!\s)\s+=\s+/)
    if (said === '' || group === '' || more.length > 0)
      throw new Error(ssoSettingsMessages.ruleNotValid(at + 1))
    return [{ said, group }]
  })
}

/** Who these claims are about; a sentence where they do not say it. */
export function personFrom(claims: Claims, mapped: Mapped): Person | string {
  const { emailClaim, firstNameClaim, lastNameClaim, groupsClaim } = mapped
  const one = (name: string) => normalizeLine(claims[name]?.[0] ?? '')
  const email = normalizeAccountEmail(one(emailClaim))
  if (!isEmail(email) || email.length > 120) return say.noEmail(emailClaim, Object.keys(claims))
  const fault = findEmailFault(claims, email, mapped)
  if (fault !== null) return fault
  return {
    email,
    firstName: one(firstNameClaim).slice(0, 60) || (email.split('@')[0] ?? '').slice(0, 60),
    lastName: one(lastNameClaim).slice(0, 60),
    groups: groupsOf(claims[groupsClaim] ?? [], mapped),
  }
}

function groupsOf(said: readonly string[], { groupRules, defaultGroup }: Mapped): string[] {
  const found = groupRulesFrom(groupRules).filter((rule) => said.includes(rule.said))
  const names = [...new Set(found.map(({ group }) => group))]
  return names.length > 0 || defaultGroup === null ? names : [defaultGroup]
}

const mayEnter = ['active', 'invited']

/** What claims lead to at a store, given the account of their address. Nobody signs on to more than an admin of this store. */
export function leadOf(
  claims: Claims,
  mapped: Mapped,
  known: (email: string) => KnownAccount | undefined,
): Lead {
  const person = personFrom(claims, mapped)
  if (typeof person === 'string') return { outcome: 'refused', sentence: person, person: null }
  const { email } = person
  const refused = (sentence: string): Lead => ({ outcome: 'refused', sentence, person })
  const domain = email.split('@').at(-1) ?? ''
  if (!mapped.emailDomains.includes(domain)) return refused(say.otherDomain(email, domain))
  const account = known(email)
  const name = [person.firstName, person.lastName].join(' ').trim()
  const signed = { email, name, groups: person.groups }
  if (!account)
    return mapped.provision
      ? { outcome: 'create', sentence: say.wouldCreate(signed), person }
      : refused(say.noAccount(email))
  if (account.isOperator) return refused(say.isOperator(email))
  if (!account.isOfStore) return refused(say.notAdmin(email))
  if (!mayEnter.includes(account.status)) return refused(say.accountStatus(email, account.status))
  const limits = account.isOfOthers ? [ssoMessages.thisStoreOnly] : []
  const sentence = [say.wouldSignIn(signed), ...limits].join(' ')
  return { outcome: 'signIn', sentence, person }
}
