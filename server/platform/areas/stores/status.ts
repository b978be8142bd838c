import { sql } from 'kysely'
import { messages } from '#shared/messages.ts'
import { statusFields } from '#shared/areas/stores/status/storeStatusCalls.ts'
import { storeRuleMessages } from '#shared/areas/stores/storeRuleMessages.ts'
import {
  getStatusChanges,
  statusChanges,
  storeStatuses,
} from '#shared/areas/stores/status/storeStates.ts'
import type { StatusChangeName, StoreStatus } from '#shared/areas/stores/status/storeStates.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import { validationFailed, invalidState } from '#server/platform/core/platform/httpError.ts'
import { requireVersion } from '#server/platform/core/records/recordId.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import { requireConfirmation } from '#server/platform/core/records/changes/update.ts'
import { findFirstAdmin, inviteFirstAdmin, createFirstAdmins } from './firstAdmin.ts'
import { updateStore, lockStore } from './updateStore.ts'
import type { StoreRecord } from './updateStore.ts'
import { loadSavedReadiness } from './figures/readiness.ts'
import { assertNotPendingDeletion } from './pendingDeletion.ts'

const statusRuleMessages = storeRuleMessages.status

export const statusEvents = {
  activate: 'activated',
  suspend: 'suspended',
  startMaintenance: 'maintenanceStarted',
  endMaintenance: 'maintenanceEnded',
  archive: 'archived',
} as const satisfies Record<StatusChangeName, string>
export const undoStatusEvent = 'statusUndone'

/**
 * Returns what members read of a maintenance: the message and the end (ISO 8601) that were given, and
 * nothing in any other status.
 */
export function getMaintenanceValues(
  status: StoreStatus,
  { message, endsAt }: { message?: string | null; endsAt?: string | null },
) {
  const isMaintenance = status === 'maintenance'
  return {
    maintenanceMessage: isMaintenance ? (message ?? null) : null,
    maintenanceEndsAt: isMaintenance ? (endsAt ?? null) : null,
  }
}

/** POST /stores/ID/status */
export async function handleChangeStoreStatus(context: RequestContext): Promise<CallResult> {
  const version = requireVersion(context.request)
  const { name, reason, message } = parseStatusChange(context.request.body)
  const store = await lockStore(context, version)
  const { label, to } = statusChanges[name]
  assertNotPendingDeletion(store)
  if (!getStatusChanges(store.status).includes(name))
    throw invalidState(statusRuleMessages.notFrom(label, storeStatuses[store.status]))
  if (to === 'active') await requireTestPaymentsConfirmed(context, store)
  const response = await updateStore(context, store, {
    event: statusEvents[name],
    values: { status: to, statusReason: reason, ...getMaintenanceValues(to, { message }) },
  })
  if (to !== 'active') return response
  // Drafts created before planned accounts existed have none for their admin yet.
  if (store.status === 'draft' && !(await findFirstAdmin(context.trx, store)))
    await createFirstAdmins(context, [store], [])
  const wakeEmailQueue = await inviteFirstAdmin(context, store)
  return { ...response, ...(wakeEmailQueue && { afterCommit: wakeEmailQueue }) }
}

/** Requires confirmation to activate a store where members can pay only with test cards. */
async function requireTestPaymentsConfirmed(
  { trx, request, caller }: RequestContext,
  { id, name }: StoreRecord,
): Promise<void> {
  const { checks } = await loadSavedReadiness(trx, id, caller.storeIds)
  const warnings = checks.flatMap(({ warning }) => warning ?? [])
  if (warnings.length === 0) return
  const worse = warnings.map((what) => ({ what, count: 0, examples: [] }))
  const impact = { reaches: 1, own: 0, worse }
  requireConfirmation(request, { id, name, to: 'active' }, impact, warnings.join(' '))
}

type Previous = { before: string | null }
type PreviousStatus = {
  status?: { before: StoreStatus }
  statusReason?: Previous
  maintenanceMessage?: Previous
  maintenanceEndsAt?: Previous
}

/** DELETE /stores/ID/status: reverts the last status change, even to a draft. */
export async function handleUndoStoreStatusChange(context: RequestContext): Promise<CallResult> {
  const version = requireVersion(context.request)
  const store = await lockStore(context, version)
  assertNotPendingDeletion(store)
  const names = [...Object.values(statusEvents), undoStatusEvent].map((event) => `stores.${event}`)
  // Each change writes its log entry in its own transaction, with the record's new `updatedAt` as
  // its time.
  const { rows } = await sql<{ changes: PreviousStatus }>`
    select changes from readable_audit
    where target_type = 'stores' and target_id = ${store.id}
      and time = ${store.updatedAt} and event in (${sql.join(names)})
    order by id desc limit 1`.execute(context.trx)
  const [last] = rows
  if (!last?.changes.status) throw invalidState(statusRuleMessages.noStatusToUndo)
  const { status, ...others } = last.changes
  // What didn't change with the status stays as it is.
  const values = Object.fromEntries(
    (['statusReason', 'maintenanceMessage', 'maintenanceEndsAt'] as const).flatMap((name) => {
      const change = others[name]
      return change ? [[name, change.before]] : []
    }),
  )
  return updateStore(context, store, {
    event: undoStatusEvent,
    values: { status: status.before, ...values },
  })
}

type StatusChange = { name: StatusChangeName; reason: string | null; message: string | null }

function parseStatusChange(body: unknown): StatusChange {
  const values = parseValues({ fields: statusFields }, body, 'all')
  const name = values['change'] as StatusChangeName // One of the options of its field.
  const reason = values['reason'] as string | null // The field was validated.
  if (statusChanges[name].reason && reason === null)
    throw validationFailed({ reason: messages.validation.required(statusFields.reason.label) })
  return { name, reason, message: values['message'] as string | null } // Validated as well.
}
