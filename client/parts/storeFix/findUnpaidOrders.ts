import type { Api } from '#shared/engine/api.ts'
import { parseListQuery } from '#shared/engine/list/listQuery.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import { getRecordUrl } from '#shared/engine/recordLink.ts'
import { formatMoney } from '#shared/format/money.ts'
import { listAffectedStores } from '#shared/areas/payments/incidentCalls.ts'
import { loadIncidentPaymentSummary } from '#shared/areas/payments/incidentPayments.ts'
import { incidents } from '#shared/areas/payments/incidents.ts'
import { isPageFailure, resolveOrFailure } from '#client/runtime/failures.ts'
import type { UnpaidOrders } from '#client/integrations/fix/storeFixPart.ts'
import { storeFixMessages } from './storeFixMessages.ts'

/** The newest incidents, which include the one that was just fixed. */
const maxIncidents = 5

/**
 * Finds the orders that are still unpaid because a store's payment setup failed. Null if there are
 * none, or if the operator can't see incidents.
 */
export async function findUnpaidOrders(
  api: Api,
  storeId: number,
  signal: AbortSignal,
): Promise<UnpaidOrders | null> {
  const unpaid = await resolveOrFailure(
    loadUnpaidOrders(api, storeId, signal),
    incidents.title.many,
  )
  return isPageFailure(unpaid) ? null : unpaid
}

async function loadUnpaidOrders(
  api: Api,
  storeId: number,
  signal: AbortSignal,
): Promise<UnpaidOrders | null> {
  const params = new URLSearchParams({ 'filter[reason][eq]': 'configuration' })
  const { query } = parseListQuery(incidents, params)
  const { records } = await listRecords(api, incidents, query, signal)
  const unpaidIncidents = records.filter(({ stake }) => Number(stake) > 0).slice(0, maxIncidents)
  const affectedStores = await Promise.all(
    unpaidIncidents.map(({ id }) => listAffectedStores(api, id, signal)),
  )
  const incident = unpaidIncidents.find((_incident, index) =>
    affectedStores[index]?.some(({ id }) => id === storeId),
  )
  if (!incident) return null
  const { retries } = await loadIncidentPaymentSummary(api, incident.id, signal)
  if (retries.payments === 0) return null
  const amounts = retries.amounts.map(({ amount, currency }) => formatMoney(amount, currency))
  return {
    text: storeFixMessages.unpaid(retries.payments, amounts),
    to: getRecordUrl(incidents, incident),
  }
}
