import { sql } from 'kysely'
import { stores } from '#shared/areas/stores/stores.ts'
import { storeIntegrationKinds } from '#shared/engine/integrations/mendingAddress.ts'
import type { StoreIntegrationKind } from '#shared/engine/integrations/mendingAddress.ts'
import type { StoreIntegration } from '#shared/areas/stores/storeIntegrationsCalls.ts'
import { withoutSecrets } from '#server/platform/core/audit/withoutSecrets.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer } from '#server/platform/core/http/call.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf } from '#server/platform/core/records/recordId.ts'
import { setupsOfStores, startsOf } from '#server/platform/core/integrations/setupsOfStores.ts'
import type { SetupOfStore } from '#server/platform/core/integrations/setupsOfStores.ts'
import { readinessKept } from './readinessFigures.ts'

const unset = { state: 'not_configured', message: null, checkedAt: null }

const isUsed = (state: string) => state === 'active' || state === 'degraded'

/** GET /stores/ID/integrations: each kind, also those that nobody set up. */
export async function answerIntegrations(
  asked: Asked,
  { db }: Platform,
  caller: Caller,
): Promise<Answer> {
  const store = await readRecord(db, scopedTo(caller, stores), recordIdOf(stores, asked))
  const { id } = store
  const { rows } = await sql<Omit<StoreIntegration, 'to'>>`
    select kind, state, message, checked_at from integrations where store_id = ${id}`.execute(db)
  const { checks } = await readinessKept(db, id, caller.storeIds)
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
  const setups = await setupsOfStores(db, [id])
  const starts = await startsOf(db, store)
  const data = storeIntegrationKinds.map((kind): StoreIntegration => {
    const setup = setups.find((one) => one.kind === kind)
    const row = told.find((one) => one.kind === kind) ?? standingOf(kind, setup) ?? unset
    const checkedAt = setup ? lastTestOf(setup) : row.checkedAt
    return { ...row, checkedAt, kind, to: setup?.to ?? starts(kind, row.state) }
  })
  return { status: 200, body: { data } }
}

/** Of what a store's row does not keep its set-up tells. */
function standingOf(kind: StoreIntegrationKind, setup: SetupOfStore | undefined) {
  if (kind !== 'memberSignOn' || !setup) return null
  const { state, problem } = setup.record
  const message = state === 'degraded' && typeof problem === 'string' ? problem : null
  return { kind, state, message, checkedAt: null }
}

const lastTestOf = ({ record: { lastTestAt } }: SetupOfStore) =>
  typeof lastTestAt === 'string' ? lastTestAt : null
