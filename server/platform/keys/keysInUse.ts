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

/**
 * Returns the columns that hold secrets. `column` has what the API returns, `sealed` the encrypted
 * secret.
 */
export const getSecretColumns = (definitions: readonly Resource[] = resources) => [
  ...definitions.flatMap(({ name: table, fields, derived }) =>
    Object.entries({ ...fields, ...derived })
      .filter(([, { kind }]) => kind === 'secret')
      .map(([column]) => ({ table, column, sealed: `${column}Sealed` })),
  ),
  // Emails can contain links that set a password, and the link of a gift card is worth its value.
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

/** Counts the secrets sealed by each key, by key ID. */
export async function countSecretsByKey(
  db: Connection,
  definitions?: readonly Resource[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { table, sealed } of getSecretColumns(definitions)) {
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
    if (!secrets.some(({ place: location, text }) => canDecrypt(ring, location, text)))
      throw new StartupError(secretsMessages.otherKey(key))
}

/**
 * Secrets to try per column and key. One is not enough, because a damaged secret says nothing about
 * its key.
 */
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

function canDecrypt(ring: KeyRing, location: SecretLocation, text: string): boolean {
  try {
    ring.open(location, text)
    return true
  } catch {
    return false // SecretError: this key didn't seal it.
  }
}
