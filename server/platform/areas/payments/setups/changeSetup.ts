import { enums, object, string } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { paymentModes } from '#shared/areas/payments/choices.ts'
import type { PaymentMode } from '#shared/areas/payments/choices.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { targetOf } from '#server/platform/core/audit/audit.ts'
import type { Answer, Change } from '#server/platform/core/http/call.ts'
import { badRequest, invalid } from '#server/platform/core/platform/refusal.ts'
import { demandWhole, keptIntegration } from '#server/platform/core/integrations/kept.ts'
import { openSecrets } from '#server/platform/core/integrations/settings.ts'
import { createRecord } from '#server/platform/core/records/changes/create.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { lockRecord, readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import { refuseUnconfirmed } from '#server/platform/core/records/changes/update.ts'
import { recordTables } from '#server/platform/database/schema.ts'
import { reachOfSwitch } from './consequence.ts'
import { paymentIntegration } from './paymentIntegration.ts'
import { asSetup } from './setUp.ts'
import { paymentSetupMessages } from './messages.ts'

const Body = object({ mode: enums(Object.keys(paymentModes) as PaymentMode[]), name: string() })

async function locked({ trx, asked, caller }: Change) {
  demandWhole(paymentSetups, caller)
  const id = recordIdOf(paymentSetups, asked)
  return asSetup(await lockRecord(trx, scopedTo(caller, paymentSetups), id, null))
}

/** POST /paymentSetups/ID/mode: nothing is known of the other credentials, so it is a draft until they were tested. */
export async function switchMode(change: Change): Promise<Answer> {
  const { trx, asked, caller, now, audit } = change
  if (!is(asked.body, Body)) throw badRequest(paymentSetupMessages.switchBody)
  const { mode, name } = asked.body
  const before = await locked(change)
  if (name.trim() !== before['name']) throw invalid({ name: paymentSetupMessages.typeName })
  const resource = scopedTo(caller, paymentSetups)
  if (mode === before.mode) return { status: 200, body: before, version: before.version }
  const reach = await reachOfSwitch(trx)
  await recordTables(trx)
    .updateTable(paymentSetups.name)
    .set({ mode, version: before.version + 1, updatedAt: now, updatedBy: caller.email })
    .where('id', '=', before.id)
    .execute()
  const after = await readRecord(trx, resource, before.id)
  await audit({
    event: 'paymentSetups.switched',
    stream: 'integrations',
    target: targetOf(paymentSetups, after),
    before: { mode: before.mode },
    after: { mode },
  })
  await keptIntegration(paymentIntegration).consequence?.settle(change, [after], [before])
  refuseUnconfirmed(asked, { id: before.id, mode }, await reach())
  const body = await readRecord(trx, resource, before.id)
  return { status: 200, body, version: body.version }
}

/** POST /paymentSetups/ID/duplicate: its secrets are sealed anew, since each opens in its own row alone. */
export async function duplicate(change: Change): Promise<Answer> {
  const { trx, platform, asked, caller } = change
  if (!is(asked.body, object({ name: string() }))) throw badRequest(paymentSetupMessages.copyBody)
  const before = await locked(change)
  const secrets = await openSecrets(
    { db: trx as never, secrets: platform.secrets },
    paymentSetups,
    before,
  )
  const values = Object.fromEntries(
    Object.keys(paymentSetups.fields).map((name) => [name, before[name]]),
  )
  const given = { ...values, ...secrets, name: asked.body.name, storeIds: [] }
  const kept = scopedTo(caller, keptIntegration(paymentIntegration))
  return createRecord(kept, { ...change, asked: { ...asked, body: given } })
}
