import { isEmail, normalizeAccountEmail } from '#shared/engine/emailAddress.ts'
import { normalizeLine, toComparableText } from '#shared/engine/normalizeText.ts'
import type { Claims } from '../claims.ts'
import { isEmailVerified } from '../emailTrust.ts'
import { ssoMessages } from '../messages.ts'
import type { MobileSsoSetup } from './mobileSsoSettings.ts'
import { mobileSsoOutcomeMessages } from './messages.ts'

export type MemberMapping = Pick<
  MobileSsoSetup,
  'memberIdClaim' | 'emailClaim' | 'nameClaim' | 'groupClaim' | 'createMembers' | 'defaultGroupId'
>

export type ManualGroup = { id: number; name: string }

/** A member of the store, found by provider ID or by email address. */
export type KnownMember = { id: number; active: boolean; signOnId: string | null }

/** The person who signs in, as the mapping reads it. */
export type MappedMember = {
  signOnId: string
  /** Null if the provider sends none or doesn't vouch for it. */
  email: string | null
  /** The address that the provider sends without vouching for it. */
  unverifiedEmail: string | null
  name: string
  /** The group that the provider names; null if it isn't one of this store. */
  groupId: number | null
}

/** The result of a sign-in: an existing member, a new one, or a rejection with its reason. */
export type MemberSignInOutcome =
  | { outcome: 'signIn'; memberId: number; member: MappedMember }
  | { outcome: 'create'; member: MappedMember & { email: string } }
  | { outcome: 'refused'; sentence: string }

const createRejectedOutcome = (sentence: string): MemberSignInOutcome => ({
  outcome: 'refused',
  sentence,
})

/** Maps claims to a member; null if they don't identify one. */
export function mapMember(
  claims: Claims,
  mapping: MemberMapping,
  groups: readonly ManualGroup[],
): MappedMember | null {
  const valuesOf = (name: string | null) => (name === null ? [] : (claims[name] ?? []))
  const one = (name: string | null) => normalizeLine(valuesOf(name)[0] ?? '')
  const signOnId = one(mapping.memberIdClaim)
  if (signOnId === '') return null
  const email = normalizeAccountEmail(one(mapping.emailClaim))
  const isAddress = email.length <= 120 && isEmail(email)
  const counts = isAddress && isEmailVerified(claims, email)
  const named = valuesOf(mapping.groupClaim).map(toComparableText)
  return {
    signOnId,
    email: counts ? email : null,
    unverifiedEmail: isAddress && !counts ? email : null,
    name: (one(mapping.nameClaim) || (email.split('@')[0] ?? '')).slice(0, 80),
    groupId: groups.find(({ name }) => named.includes(toComparableText(name)))?.id ?? null,
  }
}

/**
 * Returns the outcome of a sign-in, given the members with this provider ID and this email address.
 */
export function getMemberSignInOutcome(
  comer: MappedMember | null,
  { memberIdClaim, createMembers, defaultGroupId }: MemberMapping,
  known: { byId: KnownMember | undefined; byEmail: KnownMember | undefined },
): MemberSignInOutcome {
  if (!comer) return createRejectedOutcome(mobileSsoOutcomeMessages.noMemberId(memberIdClaim))
  const { byId, byEmail } = known
  if (!byId && byEmail && byEmail.signOnId !== null)
    return createRejectedOutcome(mobileSsoOutcomeMessages.otherMemberId)
  const member = byId ?? byEmail
  if (member)
    return member.active
      ? { outcome: 'signIn', memberId: member.id, member: comer }
      : createRejectedOutcome(mobileSsoOutcomeMessages.notActive)
  const { email, unverifiedEmail: unvouchedEmail, groupId } = comer
  if (unvouchedEmail !== null)
    return createRejectedOutcome(ssoMessages.unvouchedMember(unvouchedEmail))
  if (!createMembers) return createRejectedOutcome(mobileSsoOutcomeMessages.noMember)
  if (email === null) return createRejectedOutcome(mobileSsoOutcomeMessages.noVerifiedEmail)
  return { outcome: 'create', member: { ...comer, email, groupId: groupId ?? defaultGroupId } }
}
