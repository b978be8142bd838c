import { sql } from 'kysely'
import type { Area } from '../core/area/area.ts'
import { HttpError } from '../core/platform/httpError.ts'
import { defineJob } from '../core/jobs/jobs.ts'
import type { JobKind, NewJobRow } from '../core/jobs/jobs.ts'
import type { Connection } from '../database/schema.ts'
import { getSecretColumns } from './keysInUse.ts'
import { SecretError } from '../core/secrets/keyRing.ts'
import type { SecretLocation, KeyRing } from '../core/secrets/keyRing.ts'
import { secretsMessages } from './messages.ts'

const secretsPerRow = 200

type RotationRange = { table: string; column: string; from: number; to: number; first: string }

/**
 * Returns the job rows that reseal secrets whose key isn't the ring's first one; empty if there are
 * none.
 */
export async function findRotationRows(
  db: Connection,
  { firstKeyId }: KeyRing,
  areas?: readonly Area[],
): Promise<NewJobRow[]> {
  const ranges: RotationRange[] = []
  for (const { table, column, sealed } of getSecretColumns(areas)) {
    const { rows } = await sql<Pick<RotationRange, 'from' | 'to'>>`
      select min(id) as "from", max(id) as "to" from (
        select id, (row_number() over (order by id) - 1) / ${sql.lit(secretsPerRow)} as part from ${sql.table(table)}
        where split_part(${sql.ref(sealed)}, '.', 2) <> ${firstKeyId}) as parted
      group by part order by part`.execute(db)
    ranges.push(...rows.map((range) => ({ table, column, first: firstKeyId, ...range })))
  }
  return ranges.map((input) => ({
    targetId: null,
    label: secretsMessages.rowLabel(`${input.table}.${input.column}`, input.from, input.to),
    input,
  }))
}

type SealedSecret = { id: number; text: string }

/**
 * The job that seals secrets again with the ring's first key. It skips those that changed since
 * they were read, and reports those that can't be decrypted.
 */
export const rotateSecretsJob: JobKind = defineJob({
  name: 'secrets.rotate',
  permission: 'users:secrets',
  async perform({ platform: { secrets: ring }, trx }, { input }) {
    // Created by `findRotationRows`.
    const { table, column, from, to, first } = input as RotationRange
    if (ring.firstKeyId !== first)
      throw new HttpError(409, 'wrong_state', secretsMessages.otherFirstKey(ring.firstKeyId, first))
    const sealed = `${column}Sealed`
    const { rows } = await sql<SealedSecret>`
      select id, ${sql.ref(sealed)} as text from ${sql.table(table)}
      where id between ${from} and ${to} and split_part(${sql.ref(sealed)}, '.', 2) <> ${first}
      order by id`.execute(trx)
    const secrets = rows.map(({ id, text }) => ({
      id,
      text,
      again: resealSecret(ring, { table, column, id }, text),
    }))
    const decrypted = secrets.filter(({ again: resealed }) => resealed !== null)
    const damaged = secrets.filter(({ again: resealed }) => resealed === null)
    const values = decrypted.map(
      ({ id, text, again: resealed }) => sql`(${id}::integer, ${text}, ${resealed})`,
    )
    const { numAffectedRows = 0n } =
      values.length === 0
        ? {}
        : await sql`
        update ${sql.table(table)} as kept set ${sql.ref(sealed)} = anew.text
        from (values ${sql.join(values)}) as anew (id, before, text)
        where kept.id = anew.id and ${sql.ref(`kept.${sealed}`)} = anew.before`.execute(trx)
    const damagedNames = damaged.map(({ id }) => `${table}.${column}#${id}`)
    return {
      outcome: numAffectedRows > 0n ? 'done' : 'unchanged',
      sentence: [
        secretsMessages.encrypted(numAffectedRows, first),
        ...(damagedNames.length > 0 ? [secretsMessages.damaged(damagedNames)] : []),
      ].join(' '),
    }
  },
})

/** Returns null if the secret can't be decrypted. */
function resealSecret(ring: KeyRing, location: SecretLocation, text: string): string | null {
  try {
    return ring.seal(location, ring.open(location, text))
  } catch (error) {
    if (error instanceof SecretError) return null
    throw error
  }
}
