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

/** A member of the store, by their id at the provider or by their address. */
export type KnownMember = { id: number; active: boolean; signOnId: string | null }

/** Who signs in, as the mapping reads it. */
export type MappedMember = {
  signOnId: string
  /** Null where the provider tells none, or does not vouch for it. */
  email: string | null
  /** The address that the provider tells without vouching for it. */
  unverifiedEmail: string | null
  name: string
  /** The group that the provider names; null where it names none of this store. */
  groupId: number | null
}

/** What a sign-in leads to: a member who is known, a new one, or nobody, and why. */
export type MemberSignInOutcome =
  | { outcome: 'signIn'; memberId: number; member: MappedMember }
  | { outcome: 'create'; member: MappedMember & { email: string } }
  | { outcome: 'refused'; sentence: string }

const createRejectedOutcome = (sentence: string): MemberSignInOutcome => ({
  outcome: 'refused',
  sentence,
})

/** Who these claims are about; null where they do not say it. */
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

/** What claims lead to at a store, given the member of this id at the provider and the one of this address. */
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
