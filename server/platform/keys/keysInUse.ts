import { sql } from 'kysely'
import { giftCards } from '#shared/areas/giftCards/giftCards.ts'
import { mails } from '#shared/areas/email/mails.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import { resources } from '#shared/areas/index.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { retiredCredentials } from '../areas/payments/setups/retiredCredentials.ts'
import type { Connection } from '../database/schema.ts'
import { StartupError } from '../settings.ts'
import type { SecretLocation, KeyRing } from '../core/secrets/keyRing.ts'
import { secretsMessages } from './messages.ts'

/** The columns of a resource that hold secrets: what is answered stands in the one named like the field, what is sealed beside it. */
export const getSecretColumns = (definitions: readonly Resource[] = resources) => [
  ...definitions.flatMap(({ name: table, fields, derived }) =>
    Object.entries({ ...fields, ...derived })
      .filter(([, { kind }]) => kind === 'secret')
      .map(([column]) => ({ table, column, sealed: `${column}Sealed` })),
  ),
  // What a mail says may hold a link that sets a password; who has the link of a gift card has its worth.
  ...[mails, giftCards]
    .filter((resource) => definitions.includes(resource))
    .map(({ name: table }) => ({ table, column: 'content', sealed: 'contentSealed' })),
  ...(definitions.includes(paymentSetups)
    ? ['secret', 'webhook'].map((column) => ({
        table: retiredCredentials,
        column,
        sealed: `${column}Sealed`,
      }))
    : []),
  ...(definitions.includes(printfulSetup)
    ? [{ table: 'printfulStores', column: 'secret', sealed: 'secretSealed' }]
    : []),
]

/** How many secrets each key has sealed, by its id. */
export async function countSecretsByKey(
  db: Connection,
  definitions?: readonly Resource[],
): Promise<Map<string, number>> {
  const used = new Map<string, number>()
  for (const { table, sealed } of getSecretColumns(definitions)) {
    const { rows } = await sql<{ key: string; count: number }>`
      select split_part(${sql.ref(sealed)}, '.', 2) as key, count(*) as count from ${sql.table(table)}
      where ${sql.ref(sealed)} is not null group by 1`.execute(db)
    for (const { key, count } of rows) used.set(key, (used.get(key) ?? 0) + count)
  }
  return used
}

/** Refuses to start with a ring that lacks a key, or holds another one by its name. */
export async function requireKeys(
  db: Connection,
  ring: KeyRing,
  definitions?: readonly Resource[],
): Promise<void> {
  const missing = [...(await countSecretsByKey(db, definitions))].filter(
    ([key]) => !ring.hasKey(key),
  )
  if (missing.length > 0)
    throw new StartupError(
      secretsMessages.missingKeys(missing.map(([key, count]) => ({ key, count }))),
    )
  for (const [key, secrets] of await loadSamples(db, definitions))
    if (!secrets.some(({ place, text }) => canDecrypt(ring, place, text)))
      throw new StartupError(secretsMessages.otherKey(key, secrets.length))
}

/** How many secrets of a column and key are tried: one that was damaged says nothing of its key. */
const samplesPerKey = 20

type SealedSample = { key: string; id: number; text: string }

async function loadSamples(db: Connection, definitions?: readonly Resource[]) {
  const samples: { key: string; place: SecretLocation; text: string }[] = []
  for (const { table, column, sealed } of getSecretColumns(definitions)) {
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

function canDecrypt(ring: KeyRing, place: SecretLocation, text: string): boolean {
  try {
    ring.open(place, text)
    return true
  } catch {
    return false // SecretFault: not this one.
  }
}
