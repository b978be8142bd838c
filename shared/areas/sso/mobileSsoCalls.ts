import { enums, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { longText } from '#shared/engine/fields/fields.ts'
import { TestSignInResult } from './adminSsoCalls.ts'
import { ssoFieldMessages } from './messages.ts'

/** What an operator gives to see what it leads to; its characters fit an address. */
export const claimFields = {
  claims: longText(ssoFieldMessages.claims, {
    max: 4000,
    hint: ssoFieldMessages.claimsHint,
  }),
}

export const memberSignInOutcomes = ['signIn', 'create', 'refused'] as const

const ClaimMappingResult = type({ outcome: enums(memberSignInOutcomes), sentence: string() })
/** What claims would lead to, as a sentence for operators. */
export type ClaimMappingResult = Infer<typeof ClaimMappingResult>

const MobileSsoInfoSchema = type({
  /** To register at the provider, for test sign-ins. */
  redirectUri: string(),
  /** Where a test sign-in begins, for half an hour; empty for who may not test. */
  testUrl: string(),
  lastTest: TestSignInResult,
})
/** What there is to know of a members' sign-on besides its settings. */
export type MobileSsoInfo = Infer<typeof MobileSsoInfoSchema>

/** GET /memberSignOns/ID/sides */
export async function loadMobileSsoInfo(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<MobileSsoInfo> {
  const path = `/memberSignOns/${id}/sides`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return parseResponse(MobileSsoInfoSchema, body)
}

/** GET /memberSignOns/ID/lead */
export async function loadClaimMapping(
  api: Api,
  { id, claims }: { id: number; claims: string },
  signal?: AbortSignal,
): Promise<ClaimMappingResult> {
  const path = `/memberSignOns/${id}/lead?${new URLSearchParams({ claims })}`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return parseResponse(ClaimMappingResult, body)
}
