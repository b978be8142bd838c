import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { retryRules } from '#shared/areas/payments/attempts.ts'
import { findRetryRules } from '#server/platform/areas/payments/retryRules.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'

const hourMs = 3_600_000

describe.each(chooseDatabases('PGlite'))('Automatic retries on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  beforeAll(async () => {
    const setups = [
      ['Active', 'stripe', 1, 'active', '2h'],
      ['Degraded', 'stripe', 2, 'degraded', '3d'],
      ['Draft', 'stripe', 3, 'draft', '4h'],
      ['Other provider', 'adyen', 4, 'active', '5h'],
    ]
    for (const [name, provider, storeId, state, wait] of setups)
      await sql`insert into payment_setups (name, methods, currencies, countries, retry_funds,
          retry_errors, provider, capture, store_ids, state, created_at, created_by, updated_at, updated_by)
        values (${name}, '{}', '{}', '{}', array[${wait}], '{}', ${provider}, 'automatic',
          array[${storeId}]::int[], ${state}, now(), 'x', now(), 'x')`.execute(db())
  })

  test.each([
    { storeId: 1, setup: 'Active', waits: [2 * hourMs] },
    { storeId: 2, setup: 'Degraded', waits: [72 * hourMs] },
    { storeId: 3, setup: null, waits: retryRules.insufficient_funds },
    { storeId: 4, setup: null, waits: retryRules.insufficient_funds },
  ])(
    "of store $storeId wait as long as its provider's active setup says, or the platform's rules",
    async ({ storeId, setup, waits }) => {
      expect(await findRetryRules(db(), storeId, 'stripe')).toEqual({
        setup,
        rules: { insufficient_funds: waits, gateway_error: retryRules.gateway_error },
      })
    },
  )
})
