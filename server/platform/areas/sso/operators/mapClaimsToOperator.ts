import { isEmail, normalizeAccountEmail } from '#shared/engine/emailAddress.ts'
import { normalizeLine } from '#shared/engine/normalizeText.ts'
import type { ProviderFailure } from '#shared/areas/signIn/providerFailureMessages.ts'
import type { Claims } from '../claims.ts'
import { parseSsoGroupRules } from '../claimMapping.ts'
import { isEmailVerified } from '../emailTrust.ts'
import { providerOutcomes } from './messages.ts'
import { getGroupsClaim } from './providerSettings.ts'
import type { ProviderRecord } from './providerSettings.ts'

/** Why a sign-in is rejected: a code for the sign-in page, and a sentence for admins. */
export type OperatorRejection = { failure: ProviderFailure; sentence: string }

export const rejectOperator = (failure: ProviderFailure, sentence: string): OperatorRejection => ({
  failure,
  sentence,
})

/** The person that a provider's claims describe. */
export type ProvidedOperator = {
  subject: string
  /** Empty if the provider sent none. */
  email: string
  firstName: string
  lastName: string
  /** Names of the user groups whose rules match. */
  groups: string[]
  /** Names of all user groups that rules give and take. */
  managedGroups: string[]
  /** The provider asked for what the setup accepts as a second factor. */
  hasSecondFactor: boolean
}

/** Maps claims to an operator. Every OpenID token has a subject. */
export function mapClaimsToOperator(claims: Claims, record: ProviderRecord): ProvidedOperator {
  const getFirst = (name: string) => normalizeLine(claims[name]?.[0] ?? '')
  const email = normalizeAccountEmail(getFirst('email'))
  const rules = parseSsoGroupRules(record.groupRules)
  const provided = claims[getGroupsClaim(record)] ?? []
  const matching = rules.filter(({ providerGroup }) => provided.includes(providerGroup))
  const isAccepted = (name: string, accepted: readonly string[]) =>
    (claims[name] ?? []).some((value) => accepted.includes(value))
  return {
    subject: claims['sub']?.[0] ?? '',
    email: isEmail(email) && email.length <= 120 ? email : '',
    firstName: (getFirst('given_name') || (email.split('@')[0] ?? '')).slice(0, 60),
    lastName: getFirst('family_name').slice(0, 60),
    groups: [...new Set(matching.map(({ group }) => group))],
    managedGroups: [...new Set(rules.map(({ group }) => group))],
    hasSecondFactor: isAccepted('acr', record.acrValues) || isAccepted('amr', record.amrValues),
  }
}

/**
 * Returns why a first sign-in can't be linked to an account by its email address; null if the
 * provider vouches for an address in one of its domains.
 */
export function findLinkRejection(
  claims: Claims,
  { email }: ProvidedOperator,
  { emailDomains, trustEmails }: ProviderRecord,
): OperatorRejection | null {
  if (email === '') return rejectOperator('unverified', providerOutcomes.noEmail)
  const isDenied = claims['email_verified']?.[0] === 'false'
  if (isDenied || !(trustEmails || isEmailVerified(claims, email)))
    return rejectOperator('unverified', providerOutcomes.unverified(email))
  return emailDomains.includes(email.split('@').at(-1) ?? '')
    ? null
    : rejectOperator('otherDomain', providerOutcomes.otherDomain(email))
}
