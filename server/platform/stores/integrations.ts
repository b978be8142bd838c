import { sql } from 'kysely'
import { stores } from '#shared/resources/stores.ts'
import type { StoreIntegration } from '#shared/stores/storeIntegrationsCalls.ts'
import { integrationKinds } from '#shared/stores/storeStates.ts'
import { withoutSecrets } from '../audit/withoutSecrets.ts'
import type { Caller } from '../accounts/tokens.ts'
import type { Asked } from '../http/asked.ts'
import type { Answer } from '../http/call.ts'
import type { Platform } from '../platform.ts'
import { scopedTo } from '../records/inScope.ts'
import { readRecord } from '../records/read.ts'
import { recordIdOf } from '../records/recordId.ts'
import { mailSettingOf } from '../mail/mailOfStores.ts'
import { readinessKept } from './readinessFigures.ts'

const isUsed = (state: string) => state === 'active' || state === 'degraded'

/** GET /stores/ID/integrations: each kind, also those that nobody set up. */
export async function answerIntegrations(
  asked: Asked,
  { db }: Platform,
  caller: Caller,
): Promise<Answer> {
  const { id } = await readRecord(db, scopedTo(caller, stores), recordIdOf(stores, asked))
  const { rows } = await sql<StoreIntegration>`
    select kind, state, message, checked_at from integrations where store_id = ${id}`.execute(db)
  const { checks } = await readinessKept(db, id, caller.storeIds)
  const mailId = await mailSettingOf(db, id)
  const told = rows.map(({ message, ...row }) => ({
    ...row,
    // One that works by its tests, and yet refuses members, is told as its store's readiness tells it.
    message:
      message === null
        ? isUsed(row.state)
          ? (checks.find(({ key }) => key === row.kind)?.detail ?? null)
          : null
        : withoutSecrets(message),
  }))
  const data = integrationKinds.map(
    (kind): StoreIntegration =>
      told.find((row) => row.kind === kind) ?? {
        kind,
        state: 'not_configured',
        message: null,
        checkedAt: null,
      },
  )
  const body = data.map((row) => ({ ...row, setupId: row.kind === 'mail' ? mailId : null }))
  return { status: 200, body: { data: body } }
}
