import { createHash } from 'node:crypto'
import { sameValue } from '#shared/engine/formValues.ts'
import { reachParam } from '#shared/engine/reach.ts'
import type { Reach } from '#shared/engine/reach.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { targetOf } from '../audit/audit.ts'
import type { Asked } from '../http/asked.ts'
import type { Answer, Change } from '../http/call.ts'
import { invalid, Refusal } from '../http/refusal.ts'
import { recordTables } from '../schema.ts'
import { answered } from './columns.ts'
import type { Scoped } from './inScope.ts'
import { withPositions } from './position.ts'
import { labelled, lockRecord } from './read.ts'
import { recordIdOf, requiredVersion } from './recordId.ts'
import { refusedFields } from './refusedFields.ts'
import { changedSecrets, partSecrets, sealedColumns } from './secrets.ts'
import { reachOf, refuseWrong, settled } from './settled.ts'
import type { Kept, Untold } from './settled.ts'
import { readValues } from './values.ts'

/** PATCH /x/ID. Values that are what they were change nothing: no version, no audit row. */
export async function updateRecord(resource: Scoped<Kept>, change: Change): Promise<Answer> {
  const { trx, asked, now, caller, audit } = change
  const id = recordIdOf(resource, asked)
  refuseLimited(resource)
  const version = requiredVersion(asked)
  const { plain, secrets: told } = partSecrets(
    resource,
    readValues(resource, asked.body, 'present'),
  )
  const [values = {}] = await withPositions(trx, resource, [plain])
  const before = await lockRecord(trx, resource, id, version)
  resource.consequence?.refuse?.(before)
  const changed = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !sameValue(before[name], value)),
  )
  const secrets = changedSecrets(told, before)
  const names = Object.keys({ ...changed, ...secrets })
  if (names.length === 0) return { status: 200, body: before, version: before.version }

  await refuseWrong(resource, change, { ...changed, ...secrets }, before)
  const reach = await reachOf(resource, change, names)
  const set = { ...changed, ...resource.consequence?.implied?.(changed) }
  const row = await recordTables(trx)
    .updateTable(resource.name)
    .set({
      ...set,
      ...sealedColumns(resource, change, id, secrets),
      version: version + 1,
      updatedAt: now,
      updatedBy: caller.email,
    })
    .where('id', '=', id)
    .returning(answered(resource))
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw invalid(refusedFields(resource, error))
    })
  const after = await labelled(trx, resource, row)
  await audit({
    event: `${resource.name}.updated`,
    target: targetOf(resource, after),
    before: pick(before, Object.keys({ ...set, ...secrets })),
    after: pick(after, Object.keys({ ...set, ...secrets })),
  })
  const [body = after] = await settled(resource, change, [after], [before])
  if (reach) refuseUnconfirmed(asked, { id, changed, names }, await reach())
  return { status: 200, body, version: body.version }
}

const pick = (record: AnyRecord, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, record[name]]))

/** What every store inherits is not for accounts of some stores to change. */
function refuseLimited({ impact, storeIds, title }: Scoped): void {
  if (!impact || storeIds === null) return
  throw new Refusal(403, 'forbidden', 'Not allowed', {
    detail: `A change of ${title.many} reaches all ${impact.many}, and this account is for some of them. An operator for all stores can make it.`,
  })
}

/**
 * Refuses a change that reaches others, with what it reaches, until it names the token of just this change and reach.
 * It is worked out from the change as it was made, which the refusal then takes back.
 */
function refuseUnconfirmed(asked: Asked, change: object, untold: Untold): void {
  if (untold.reaches === 0) return
  const token = createHash('sha256')
    .update(JSON.stringify([asked.target.split('?')[0], change, untold]))
    .digest('base64url')
    .slice(0, 22)
  if (asked.query.get(reachParam) === token) return
  const reach: Reach = { token, ...untold }
  throw new Refusal(409, 'unconfirmed', 'What this change reaches is not confirmed', {
    detail: `It reaches ${reach.reaches} other records. Send it again with ${reachParam}=${token}.`,
    reach,
  })
}
