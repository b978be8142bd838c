import { enums, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { longText } from '#shared/engine/fields/fields.ts'
import { TestSignInResult } from './adminSsoCalls.ts'
import { ssoFieldMessages } from './messages.ts'

/**
 * The claims that an operator enters to preview a sign-in. The maximum length lets them fit in a
 * URL.
 */
export const claimFields = {
  claims: longText(ssoFieldMessages.claims, {
    max: 4000,
    hint: ssoFieldMessages.claimsHint,
  }),
}

export const memberSignInOutcomes = ['signIn', 'create', 'refused'] as const

const ClaimMappingResult = type({ outcome: enums(memberSignInOutcomes), sentence: string() })
/** The outcome of claims, as a sentence for operators. */
export type ClaimMappingResult = Infer<typeof ClaimMappingResult>

const MobileSsoInfoSchema = type({
  /** The redirect URI to register at the provider for test sign-ins. */
  redirectUri: string(),
  /**
   * URL that starts a test sign-in, which works for half an hour; empty if the caller can't test.
   */
  testUrl: string(),
  lastTest: TestSignInResult,
})
/** Data about a mobile SSO setup beyond its settings. */
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
export async function previewClaimMapping(
  api: Api,
  { id, claims }: { id: number; claims: string },
  signal?: AbortSignal,
): Promise<ClaimMappingResult> {
  const path = `/memberSignOns/${id}/lead?${new URLSearchParams({ claims })}`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return parseResponse(ClaimMappingResult, body)
}
