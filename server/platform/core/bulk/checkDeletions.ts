import { labelOf } from '#shared/engine/resource.ts'
import type { Work } from '../http/call.ts'
import { notFound } from '../platform/refusal.ts'
import { admit } from '../records/admitted.ts'
import type { Scoped } from '../records/inScope.ts'
import { readMany } from '../records/read.ts'
import { refuseInUse } from '../records/changes/remove.ts'
import type { Kept } from '../records/settled.ts'
import { sentenceOf } from './checkChanges.ts'
import type { Checked } from './checkChanges.ts'

/** Whether each of many records could be deleted; what goes is told as its id, which it loses. */
export async function checkDeletions(
  resource: Scoped<Kept>,
  work: Work,
  ids: readonly number[],
): Promise<Checked[]> {
  const found = await readMany(work.trx, resource, ids, false)
  const checked: Checked[] = []
  for (const id of ids) {
    const before = found.get(id) ?? null
    const refused = await refusing(resource, work, id, before).catch(sentenceOf)
    const label = before ? labelOf(resource, before) : ''
    checked.push({ id, label, before, values: refused === null ? { id: null } : {}, refused })
  }
  return checked
}

async function refusing(
  resource: Scoped<Kept>,
  work: Work,
  id: number,
  before: Checked['before'],
): Promise<null> {
  if (!before) throw notFound(resource.title.one)
  resource.consequence?.refuse?.(before)
  await admit(resource, work, { before })
  await refuseInUse(resource, work.trx, id)
  return null
}
