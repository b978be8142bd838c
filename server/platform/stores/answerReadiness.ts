import { stores } from '#shared/resources/stores.ts'
import type { Caller } from '../accounts/tokens.ts'
import type { Asked } from '../http/asked.ts'
import type { Answer } from '../http/call.ts'
import { setupsOfStores } from '../integrations/setupsOfStores.ts'
import type { Platform } from '../platform.ts'
import { recordIdOf } from '../records/recordId.ts'
import { readinessKept } from './readinessFigures.ts'

/** GET /stores/ID/readiness: the very percentage that lists show, with the checks it was counted from. */
export async function answerReadiness(
  asked: Asked,
  { db }: Platform,
  caller: Caller,
): Promise<Answer> {
  const id = recordIdOf(stores, asked)
  const { percent, checks } = await readinessKept(db, id, caller.storeIds)
  const setups = await setupsOfStores(db, [id])
  const told = checks.map((check) => {
    const fix = check.ok ? undefined : setups.find(({ kind }) => kind === check.key)?.to
    return { ...check, ...(fix && { fix }) }
  })
  return { status: 200, body: { percent, checks: told } }
}
