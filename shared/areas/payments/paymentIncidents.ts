import { array, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { checked } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { beginParam } from '#shared/engine/list/beginParam.ts'
import { text } from '#shared/engine/fields/fields.ts'
import { asRecord } from '#shared/engine/recordCalls.ts'
import { gateways, reasons } from './attempts.ts'
import type { Gateway, Reason } from './attempts.ts'
import { owner } from '../users/owner.ts'
import { incidentCauseMessages as say, paymentFieldMessages } from './messages.ts'

type Cause = { reason: Reason; gateway: Gateway; code: string | null }

/** What a provider rejects about a setup, by its code. */
const rejections: Readonly<Record<string, (provider: string) => string>> = {
  PAYEE_ACCOUNT_RESTRICTED: say.accountRestricted,
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: say.accountClosed,
  PERMISSION_DENIED: say.permissionMissing,
  account_invalid: say.accountNotValid,
  api_key_expired: say.keyExpired,
  payment_method_unactivated: say.methodNotActive,
  '901': say.merchantUnknown,
  '2026': say.merchantNotValid,
  '905': say.methodNotSetUp,
}

/** What went wrong, in words. */
export function causeOf({ reason, gateway, code }: Cause): string {
  const provider = gateways[gateway]
  if (reason === 'gateway_error') return say.providerErrors(provider)
  if (reason !== 'configuration') return say.moreDeclines(provider, reasons[reason].toLowerCase())
  if (!code) return say.setupRejected(provider)
  return rejections[code]?.(provider) ?? say.setupRejectedWithCode(provider, code)
}

/** The one place where it is mended. */
export const fixOf = ({ reason, gateway }: Pick<Cause, 'reason' | 'gateway'>) =>
  reason === 'configuration' || reason === 'authentication_required' || reason === 'fraud_block'
    ? { label: say.openSetup, to: `/payment-setup?filter[provider][eq]=${gateway}` }
    : reason === 'gateway_error' || reason === 'insufficient_funds'
      ? {
          label: say.retryAll,
          to: `/paymentAttempt?retryMany&${beginParam('reason')}=${reason}`,
        }
      : {
          label: say.showPayments,
          to: `/paymentAttempt?filter[gateway][eq]=${gateway}&filter[reason][eq]=${reason}`,
        }

export const incidentFields = {
  resolution: text(paymentFieldMessages.resolution, { max: 200 }),
  ownerId: owner,
}

const Touched = type({
  id: number(),
  name: string(),
  currency: string(),
  failures: number(),
  amount: number(),
})
export type Touched = Infer<typeof Touched>

/** GET /incidents/ID/stores: the stores that it is in, those with the most at stake first. */
export async function storesOfIncident(
  api: Api,
  id: number,
  signal: AbortSignal,
): Promise<Touched[]> {
  const path = `/incidents/${id}/stores`
  return checked(
    type({ data: array(Touched) }),
    (await api.send({ method: 'GET', path, signal })).body,
  ).data
}

type Known = { id: number; version: number }

/** POST /incidents/ID/resolution, with how; failures from then on open another one. */
export async function resolveIncident(
  api: Api,
  { id, version }: Known,
  resolution: string,
  idempotencyKey: string,
) {
  const path = `/incidents/${id}/resolution`
  const body = { resolution }
  return asRecord(
    (await api.send({ method: 'POST', path, body, ifMatch: version, idempotencyKey })).body,
  )
}

/** PUT /incidents/ID/owner */
export async function assignIncident(
  api: Api,
  { id, version }: Known,
  ownerId: unknown,
  idempotencyKey: string,
) {
  const path = `/incidents/${id}/owner`
  return asRecord(
    (await api.send({ method: 'PUT', path, body: { ownerId }, ifMatch: version, idempotencyKey }))
      .body,
  )
}
