import { labelOf } from '#shared/resource.ts'
import type { AnyRecord, Resource } from '#shared/resource.ts'
import type { Answer, Change } from '../http/call.ts'
import { invalid } from '../http/refusal.ts'
import { recordTables } from '../schema.ts'
import { answered } from './columns.ts'
import { withPositions } from './position.ts'
import { lockRecord } from './read.ts'
import { recordIdOf, requiredVersion } from './recordId.ts'
import { takenFields } from './unique.ts'
import { readValues } from './values.ts'

/** PATCH /x/ID. Values that are what they were change nothing: no version, no audit row. */
export async function updateRecord(resource: Resource, change: Change): Promise<Answer> {
  const { trx, asked, now, caller, audit } = change
  const id = recordIdOf(resource, asked)
  const version = requiredVersion(asked)
  const [values = {}] = await withPositions(trx, resource, [
    readValues(resource, asked.body, 'present'),
  ])
  const before = await lockRecord(trx, resource, id, version)
  const changed = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => before[name] !== value),
  )
  if (Object.keys(changed).length === 0)
    return { status: 200, body: before, version: before.version }

  const row = await recordTables(trx)
    .updateTable(resource.name)
    .set({ ...changed, version: version + 1, updatedAt: now, updatedBy: caller.email })
    .where('id', '=', id)
    .returning(answered(resource))
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw invalid(takenFields(resource, error))
    })
  const after = row as AnyRecord // The columns are those of `answered`.
  await audit({
    event: `${resource.name}.updated`,
    target: { type: resource.name, id, label: labelOf(resource, after) },
    before: pick(before, Object.keys(changed)),
    after: pick(after, Object.keys(changed)),
  })
  return { status: 200, body: after, version: after.version }
}

const pick = (record: AnyRecord, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, record[name]]))
