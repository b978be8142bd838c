import { sql } from 'kysely'
import { messages } from '#shared/messages.ts'
import { statusFields } from '#shared/areas/stores/status/storeStatusCalls.ts'
import { storeRuleMessages } from '#shared/areas/stores/storeRuleMessages.ts'
import {
  changesFrom,
  statusChanges,
  storeStatuses,
} from '#shared/areas/stores/status/storeStates.ts'
import type { StatusChangeName, StoreStatus } from '#shared/areas/stores/status/storeStates.ts'
import type { Answer, Change } from '#server/platform/core/http/call.ts'
import { invalid } from '#server/platform/core/platform/refusal.ts'
import { requiredVersion } from '#server/platform/core/records/recordId.ts'
import { readValues } from '#server/platform/core/records/values.ts'
import { demandConfirmed } from '#server/platform/core/records/changes/update.ts'
import { findFirstAdmin, inviteFirstAdmin, planFirstAdmins } from './firstAdmin.ts'
import { changeStore, lockStore } from './changeStore.ts'
import type { StoreRecord } from './changeStore.ts'
import { readinessKept } from './figures/readinessFigures.ts'
import { refuseHeld, wrongState } from './wrongState.ts'

const say = storeRuleMessages.status

export const statusEvents = {
  activate: 'activated',
  suspend: 'suspended',
  startMaintenance: 'maintenanceStarted',
  endMaintenance: 'maintenanceEnded',
  archive: 'archived',
} as const satisfies Record<StatusChangeName, string>
export const undoneEvent = 'statusUndone'

/** POST /stores/ID/status */
export async function changeStatus(change: Change): Promise<Answer> {
  const version = requiredVersion(change.asked)
  const { name, reason } = statusChangeFrom(change.asked.body)
  const store = await lockStore(change, version)
  const { label, to } = statusChanges[name]
  refuseHeld(store)
  if (!changesFrom(store.status).includes(name))
    throw wrongState(say.notFrom(label, storeStatuses[store.status]))
  if (to === 'active') await requireTestPaymentsConfirmed(change, store)
  const answer = await changeStore(change, store, {
    event: statusEvents[name],
    values: { status: to, statusReason: reason },
  })
  if (to !== 'active') return answer
  // Drafts from before accounts were planned have none for their admin yet.
  if (store.status === 'draft' && !(await findFirstAdmin(change.trx, store)))
    await planFirstAdmins(change, [store], [])
  const post = await inviteFirstAdmin(change, store)
  return { ...answer, ...(post && { afterwards: post }) }
}

/** Rejects opening a store in which members pay with test cards only, until an operator confirmed that. */
async function requireTestPaymentsConfirmed(
  { trx, asked, caller }: Change,
  { id, name }: StoreRecord,
): Promise<void> {
  const { checks } = await readinessKept(trx, id, caller.storeIds)
  const warnings = checks.flatMap(({ warning }) => warning ?? [])
  if (warnings.length === 0) return
  const worse = warnings.map((what) => ({ what, count: 0, examples: [] }))
  const reach = { reaches: 1, own: 0, worse }
  demandConfirmed(asked, { id, name, to: 'active' }, reach, warnings.join(' '))
}

type Before = { status?: { before: StoreStatus }; statusReason?: { before: string | null } }

/** DELETE /stores/ID/status: what the last change of its status changed is as before it, drafts included. */
export async function undoStatusChange(change: Change): Promise<Answer> {
  const version = requiredVersion(change.asked)
  const store = await lockStore(change, version)
  refuseHeld(store)
  const names = [...Object.values(statusEvents), undoneEvent].map((event) => `stores.${event}`)
  // Each change writes its audit row in its own transaction, with the time that the record then has.
  const { rows } = await sql<{ changes: Before }>`
    select changes from audit
    where target_type = 'stores' and target_id = ${store.id}
      and time = ${store.updatedAt} and event in (${sql.join(names)})
    order by id desc limit 1`.execute(change.trx)
  const [last] = rows
  if (!last?.changes.status) throw wrongState(say.noStatusToUndo)
  const { status, statusReason } = last.changes
  return changeStore(change, store, {
    event: undoneEvent,
    values: {
      status: status.before,
      statusReason: statusReason ? statusReason.before : store.statusReason,
    },
  })
}

function statusChangeFrom(body: unknown): { name: StatusChangeName; reason: string | null } {
  const values = readValues({ fields: statusFields }, body, 'all')
  const name = values['change'] as StatusChangeName // One of the options of its field.
  const reason = values['reason'] as string | null // The rules of its field hold.
  if (statusChanges[name].reason && reason === null)
    throw invalid({ reason: messages.validation.required(statusFields.reason.label) })
  return { name, reason }
}
