import { array, number, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { prefillParam } from '#shared/engine/list/prefillParam.ts'
import { text } from '#shared/engine/fields/fields.ts'
import { parseRecord } from '#shared/engine/recordCalls.ts'
import { failureReasons } from './attempts.ts'
import { gateways } from './gateways.ts'
import type { FailureReason } from './attempts.ts'
import type { Gateway } from './gateways.ts'
import { ownerField } from '#shared/engine/fields/ownerField.ts'
import { incidentCauseMessages, attemptFieldMessages } from './messages.ts'

type IncidentCause = { reason: FailureReason; gateway: Gateway; code: string | null }

/** Causes by the code with which a provider rejects a setup. */
const rejectionMessages: Readonly<Record<string, (provider: string) => string>> = {
  PAYEE_ACCOUNT_RESTRICTED: incidentCauseMessages.accountRestricted,
  PAYEE_ACCOUNT_LOCKED_OR_CLOSED: incidentCauseMessages.accountClosed,
  PERMISSION_DENIED: incidentCauseMessages.permissionMissing,
  account_invalid: incidentCauseMessages.accountNotValid,
  api_key_expired: incidentCauseMessages.keyExpired,
  payment_method_unactivated: incidentCauseMessages.methodNotActive,
  '901': incidentCauseMessages.merchantUnknown,
  '2026': incidentCauseMessages.merchantNotValid,
  '905': incidentCauseMessages.methodNotSetUp,
}

/** Formats the cause of an incident as a phrase. */
export function formatIncidentCause({ reason, gateway, code }: IncidentCause): string {
  const provider = gateways[gateway]
  if (reason === 'gateway_error') return incidentCauseMessages.providerErrors(provider)
  if (reason !== 'configuration')
    return incidentCauseMessages.moreDeclines(provider, failureReasons[reason].toLowerCase())
  if (!code) return incidentCauseMessages.setupRejected(provider)
  return (
    rejectionMessages[code]?.(provider) ??
    incidentCauseMessages.setupRejectedWithCode(provider, code)
  )
}

/** Returns the link to the one place where the cause is fixed. */
export const getIncidentFixLink = ({
  reason,
  gateway,
}: Pick<IncidentCause, 'reason' | 'gateway'>) =>
  reason === 'configuration' || reason === 'authentication_required' || reason === 'fraud_block'
    ? {
        label: incidentCauseMessages.openSetup,
        to: `/payment-setup?filter[provider][eq]=${gateway}`,
      }
    : reason === 'gateway_error' || reason === 'insufficient_funds'
      ? {
          label: incidentCauseMessages.retryAll,
          to: `/paymentAttempt?retryMany&${prefillParam('reason')}=${reason}`,
        }
      : {
          label: incidentCauseMessages.showPayments,
          to: `/paymentAttempt?filter[gateway][eq]=${gateway}&filter[reason][eq]=${reason}`,
        }

export const incidentFields = {
  resolution: text(attemptFieldMessages.resolution, { max: 200 }),
  ownerId: ownerField,
}

const AffectedStore = type({
  id: number(),
  name: string(),
  currency: string(),
  failures: number(),
  amount: number(),
})
export type AffectedStore = Infer<typeof AffectedStore>

/** GET /incidents/ID/stores: the affected stores, those with the most at stake first. */
export async function listAffectedStores(
  api: Api,
  id: number,
  signal: AbortSignal,
): Promise<AffectedStore[]> {
  const path = `/incidents/${id}/stores`
  return parseResponse(
    type({ data: array(AffectedStore) }),
    (await api.send({ method: 'GET', path, signal })).body,
  ).data
}

type VersionedIncident = { id: number; version: number }

/** POST /incidents/ID/resolution: resolves the incident. Later failures open another one. */
export async function resolveIncident(
  api: Api,
  { id, version }: VersionedIncident,
  resolution: string,
  idempotencyKey: string,
) {
  const path = `/incidents/${id}/resolution`
  const body = { resolution }
  return parseRecord(
    (await api.send({ method: 'POST', path, body, ifMatch: version, idempotencyKey })).body,
  )
}

/** PUT /incidents/ID/owner */
export async function assignIncident(
  api: Api,
  { id, version }: VersionedIncident,
  ownerId: unknown,
  idempotencyKey: string,
) {
  const path = `/incidents/${id}/owner`
  return parseRecord(
    (await api.send({ method: 'PUT', path, body: { ownerId }, ifMatch: version, idempotencyKey }))
      .body,
  )
}
