import { sql } from 'kysely'
import { areas as platformAreas } from '../areas/index.ts'
import type { Area, SealedColumn } from '../core/area/area.ts'
import { getResources } from '../core/area/buildCalls.ts'
import type { Connection } from '../database/schema.ts'
import { StartupError } from '../settings.ts'
import type { SecretLocation, KeyRing } from '../core/secrets/keyRing.ts'
import { secretsMessages } from './messages.ts'

/** Returns the columns that hold secrets: fields of the kind `secret`, and others of the areas. */
export const getSecretColumns = (areas: readonly Area[] = platformAreas): SealedColumn[] => [
  ...getResources(areas).flatMap(({ name: table, fields, derived }) =>
    Object.entries({ ...fields, ...derived })
      .filter(([, { kind }]) => kind === 'secret')
      .map(([column]) => ({ table, column, sealed: `${column}Sealed` })),
  ),
  ...areas.flatMap(({ sealedColumns = [] }) => sealedColumns),
]

/** Counts the secrets sealed by each key, by key ID. */
export async function countSecretsByKey(
  db: Connection,
  areas?: readonly Area[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { table, sealed } of getSecretColumns(areas)) {
    const { rows } = await sql<{ key: string; count: number }>`
      select split_part(${sql.ref(sealed)}, '.', 2) as key, count(*) as count from ${sql.table(table)}
      where ${sql.ref(sealed)} is not null group by 1`.execute(db)
    for (const { key, count } of rows) counts.set(key, (counts.get(key) ?? 0) + count)
  }
  return counts
}

/**
 * Throws a `StartupError` if the ring lacks a key in use or has a different key with the same name.
 */
export async function requireKeys(
  db: Connection,
  ring: KeyRing,
  areas?: readonly Area[],
): Promise<void> {
  const missing = [...(await countSecretsByKey(db, areas))].filter(([key]) => !ring.hasKey(key))
  if (missing.length > 0)
    throw new StartupError(
      secretsMessages.missingKeys(missing.map(([key, count]) => ({ key, count }))),
    )
  for (const [key, secrets] of await loadSamples(db, areas))
    if (!secrets.some(({ place: location, text }) => canDecrypt(ring, location, text)))
      throw new StartupError(secretsMessages.otherKey(key))
}

/**
 * Secrets to try per column and key. One is not enough, because a damaged secret says nothing about
 * its key.
 */
const samplesPerKey = 20

type SealedSample = { key: string; id: number; text: string }

async function loadSamples(db: Connection, areas?: readonly Area[]) {
  const samples: { key: string; place: SecretLocation; text: string }[] = []
  for (const { table, column, sealed } of getSecretColumns(areas)) {
    const { rows } = await sql<SealedSample>`
      select key, id, text from (
        select id, text, key, row_number() over (partition by key order by id) as place from (
          select id, ${sql.ref(sealed)} as text, split_part(${sql.ref(sealed)}, '.', 2) as key
          from ${sql.table(table)} where ${sql.ref(sealed)} is not null
        ) as kept
      ) as placed where place <= ${samplesPerKey}`.execute(db)
    samples.push(...rows.map(({ key, id, text }) => ({ key, text, place: { table, column, id } })))
  }
  return Map.groupBy(samples, ({ key }) => key)
}

function canDecrypt(ring: KeyRing, location: SecretLocation, text: string): boolean {
  try {
    ring.open(location, text)
    return true
  } catch {
    return false // SecretError: this key didn't seal it.
  }
}
