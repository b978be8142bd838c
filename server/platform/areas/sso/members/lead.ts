import { isEmail, normalizeAccountEmail } from '#shared/engine/emailAddress.ts'
import { normalizeLine, toSameText } from '#shared/engine/normalizeText.ts'
import type { Claims } from '../claims.ts'
import { isVouched } from '../emailTrust.ts'
import { ssoMessages } from '../messages.ts'
import type { MemberSignOn } from './settings.ts'
import { mobileSsoOutcomeMessages as say } from './messages.ts'

export type MemberMapping = Pick<
  MemberSignOn,
  'memberIdClaim' | 'emailClaim' | 'nameClaim' | 'groupClaim' | 'createMembers' | 'defaultGroupId'
>

export type ManualGroup = { id: number; name: string }

/** A member of the store, by their id at the provider or by their address. */
export type KnownMember = { id: number; active: boolean; signOnId: string | null }

/** Who signs in, as the mapping reads it. */
export type Comer = {
  signOnId: string
  /** Null where the provider tells none, or does not vouch for it. */
  email: string | null
  /** The address that the provider tells without vouching for it. */
  unvouchedEmail: string | null
  name: string
  /** The group that the provider names; null where it names none of this store. */
  groupId: number | null
}

/** What a sign-in leads to: a member who is known, a new one, or nobody, and why. */
export type MemberLead =
  | { outcome: 'signIn'; memberId: number; comer: Comer }
  | { outcome: 'create'; comer: Comer & { email: string } }
  | { outcome: 'refused'; sentence: string }

const refused = (sentence: string): MemberLead => ({ outcome: 'refused', sentence })

/** Who these claims are about; null where they do not say it. */
export function comerFrom(
  claims: Claims,
  mapping: MemberMapping,
  groups: readonly ManualGroup[],
): Comer | null {
  const valuesOf = (name: string | null) => (name === null ? [] : (claims[name] ?? []))
  const one = (name: string | null) => normalizeLine(valuesOf(name)[0] ?? '')
  const signOnId = one(mapping.memberIdClaim)
  if (signOnId === '') return null
  const email = normalizeAccountEmail(one(mapping.emailClaim))
  const isAddress = email.length <= 120 && isEmail(email)
  const counts = isAddress && isVouched(claims, email)
  const named = valuesOf(mapping.groupClaim).map(toSameText)
  return {
    signOnId,
    email: counts ? email : null,
    unvouchedEmail: isAddress && !counts ? email : null,
    name: (one(mapping.nameClaim) || (email.split('@')[0] ?? '')).slice(0, 80),
    groupId: groups.find(({ name }) => named.includes(toSameText(name)))?.id ?? null,
  }
}

/** What claims lead to at a store, given the member of this id at the provider and the one of this address. */
export function memberLeadOf(
  comer: Comer | null,
  { memberIdClaim, createMembers, defaultGroupId }: MemberMapping,
  known: { byId: KnownMember | undefined; byEmail: KnownMember | undefined },
): MemberLead {
  if (!comer) return refused(say.noMemberId(memberIdClaim))
  const { byId, byEmail } = known
  if (!byId && byEmail && byEmail.signOnId !== null) return refused(say.otherMemberId)
  const member = byId ?? byEmail
  if (member)
    return member.active
      ? { outcome: 'signIn', memberId: member.id, comer }
      : refused(say.notActive)
  const { email, unvouchedEmail, groupId } = comer
  if (unvouchedEmail !== null) return refused(ssoMessages.unvouchedMember(unvouchedEmail))
  if (!createMembers) return refused(say.noMember)
  if (email === null) return refused(say.noVerifiedEmail)
  return { outcome: 'create', comer: { ...comer, email, groupId: groupId ?? defaultGroupId } }
}
