import { enums, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { checked } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { longText } from '#shared/engine/fields/fields.ts'
import { LastTest } from './signOnCalls.ts'
import { ssoFieldMessages as say } from './messages.ts'

/** What an operator gives to see what it leads to; its characters fit an address. */
export const claimsAsked = {
  claims: longText(say.claims, {
    max: 4000,
    hint: say.claimsHint,
  }),
}

export const memberOutcomes = ['signIn', 'create', 'refused'] as const

const Led = type({ outcome: enums(memberOutcomes), sentence: string() })
/** What claims would lead to, as a sentence for operators. */
export type Led = Infer<typeof Led>

const Sides = type({
  /** To register at the provider, for test sign-ins. */
  redirectUri: string(),
  /** Where a test sign-in begins, for half an hour; empty for who may not test. */
  testUrl: string(),
  lastTest: LastTest,
})
/** What there is to know of a members' sign-on besides its settings. */
export type MemberSides = Infer<typeof Sides>

/** GET /memberSignOns/ID/sides */
export async function memberSides(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<MemberSides> {
  const path = `/memberSignOns/${id}/sides`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return checked(Sides, body)
}

/** GET /memberSignOns/ID/lead */
export async function leadOfClaims(
  api: Api,
  { id, claims }: { id: number; claims: string },
  signal?: AbortSignal,
): Promise<Led> {
  const path = `/memberSignOns/${id}/lead?${new URLSearchParams({ claims })}`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return checked(Led, body)
}
