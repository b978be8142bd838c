import { array, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { checked } from '../engine/api.ts'
import type { Api } from '../engine/api.ts'
import { beginParam } from '../engine/list/beginParam.ts'
import { text } from '../engine/fields/fields.ts'
import { asRecord } from '../engine/recordCalls.ts'
import { gateways, reasons } from './attempts.ts'
import type { Gateway, Reason } from './attempts.ts'
import { owner } from '../users/owner.ts'

type Cause = { reason: Reason; gateway: Gateway; code: string | null }

/** What a provider does not take of how it is set up, by its code; what is not known here is told by the code itself. */
const refusals: Readonly<Record<string, string>> = {
  PAYEE_ACCOUNT_RESTRICTED: 'the account is restricted',
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: 'the account is locked or closed',
  PERMISSION_DENIED: 'the account lacks a permission',
  account_invalid: 'the account is not valid',
  api_key_expired: 'the key has expired',
  payment_method_unactivated: 'the method of payment is not activated',
  '901': 'the merchant account is not known',
  '2026': 'the merchant account is not valid',
  '905': 'the method of payment is not set up',
}

/** What went wrong, in words. */
export function causeOf({ reason, gateway, code }: Cause): string {
  const by = gateways[gateway]
  if (reason === 'configuration') {
    const known = code === null ? undefined : refusals[code]
    if (known !== undefined) return `${by}: ${known}`
    return `${by} refuses how it is set up${code ? ` (${code})` : ''}`
  }
  if (reason === 'gateway_error') return `${by} answers with errors`
  return `${by} declines far more than usual: ${reasons[reason].toLowerCase()}`
}

/** The one place where it is mended. */
export const fixOf = ({ reason, gateway }: Pick<Cause, 'reason' | 'gateway'>) =>
  reason === 'configuration' || reason === 'authentication_required' || reason === 'fraud_block'
    ? { label: 'Open the payment setup', to: `/payment-setup?filter[provider][eq]=${gateway}` }
    : reason === 'gateway_error' || reason === 'insufficient_funds'
      ? {
          label: 'Charge all orders of this reason again',
          to: `/paymentAttempt?retryMany&${beginParam('reason')}=${reason}`,
        }
      : {
          label: 'Look at the payments',
          to: `/paymentAttempt?filter[gateway][eq]=${gateway}&filter[reason][eq]=${reason}`,
        }

export const incidentFields = {
  resolution: text('How it was resolved', { max: 200 }),
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
