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
type KnownMember = { id: number; active: boolean; signOnId: string | null }

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
  const getValues = (name: string | null) => (name === null ? [] : (claims[name] ?? []))
  const getFirstValue = (name: string | null) => normalizeLine(getValues(name)[0] ?? '')
  const signOnId = getFirstValue(mapping.memberIdClaim)
  if (signOnId === '') return null
  const email = normalizeAccountEmail(getFirstValue(mapping.emailClaim))
  const isAddress = email.length <= 120 && isEmail(email)
  const isVerified = isAddress && isEmailVerified(claims, email)
  const groupNames = getValues(mapping.groupClaim).map(toComparableText)
  return {
    signOnId,
    email: isVerified ? email : null,
    unverifiedEmail: isAddress && !isVerified ? email : null,
    name: (getFirstValue(mapping.nameClaim) || (email.split('@')[0] ?? '')).slice(0, 80),
    groupId: groups.find(({ name }) => groupNames.includes(toComparableText(name)))?.id ?? null,
  }
}

/**
 * Returns the outcome of a sign-in, given the members with this provider ID and this email address.
 */
export function getMemberSignInOutcome(
  mappedMember: MappedMember | null,
  { memberIdClaim, createMembers, defaultGroupId }: MemberMapping,
  known: { byId: KnownMember | undefined; byEmail: KnownMember | undefined },
): MemberSignInOutcome {
  if (!mappedMember)
    return createRejectedOutcome(mobileSsoOutcomeMessages.noMemberId(memberIdClaim))
  const { byId, byEmail } = known
  if (!byId && byEmail && byEmail.signOnId !== null)
    return createRejectedOutcome(mobileSsoOutcomeMessages.otherMemberId)
  const member = byId ?? byEmail
  if (member)
    return member.active
      ? { outcome: 'signIn', memberId: member.id, member: mappedMember }
      : createRejectedOutcome(mobileSsoOutcomeMessages.notActive)
  const { email, unverifiedEmail, groupId } = mappedMember
  if (unverifiedEmail !== null)
    return createRejectedOutcome(ssoMessages.unvouchedMember(unverifiedEmail))
  if (!createMembers) return createRejectedOutcome(mobileSsoOutcomeMessages.noMember)
  if (email === null) return createRejectedOutcome(mobileSsoOutcomeMessages.noVerifiedEmail)
  return {
    outcome: 'create',
    member: { ...mappedMember, email, groupId: groupId ?? defaultGroupId },
  }
}
