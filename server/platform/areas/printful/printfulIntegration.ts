import { sql } from 'kysely'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import { storePairs } from '#shared/areas/printful/storeMap.ts'
import type { FieldErrors } from '#shared/engine/fields/validation.ts'
import { defineIntegration } from '#server/platform/core/integrations/integration.ts'
import type { Values } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { catalogueJob } from './catalogue.ts'
import { printfulHearing } from './events.ts'
import { printfulCalls } from './printfulCalls.ts'
import { steps } from './steps.ts'
import type { Found } from './steps.ts'
import { printfulMessages } from './messages.ts'

const servedBy = ({ storeMap }: Record<string, unknown>) =>
  sql`select id from stores where code = any(${storePairs(storeMap).map(({ ours }) => ours)}::text[])`

/** An account at Printful as an integration: it serves the stores that its map names. */
export const printfulIntegration = defineIntegration<Found>({
  resource: printfulSetup,
  hearings: { printful: printfulHearing },
  calls: printfulCalls,
  jobs: [catalogueJob],
  settings: ['token', 'level', 'storeMap'],
  steps,
  begin: () => ({ scopes: [], stores: [] }),
  serves: { kind: 'print', by: 'storeMap', stores: servedBy },
  stops: { what: printfulMessages.whatStops },
  expires: ({ tokenExpiresOn: day }) => [
    {
      what: printfulMessages.expiringToken,
      field: 'token',
      at: typeof day === 'string' ? `${day}T00:00:00.000Z` : null,
    },
  ],
  consequence: {
    wrong: (values, { before, connection }) => wrongMap({ ...before, ...values }, connection),
  },
})

/** No store of theirs is two of ours, and ours exist. */
async function wrongMap({ storeMap, level }: Values, connection: Connection): Promise<FieldErrors> {
  const pairs = storePairs(storeMap)
  if (new Set(pairs.map(({ theirs }) => theirs)).size < pairs.length)
    return { storeMap: printfulMessages.mapOnce }
  if (level === 'store' && pairs.length > 1) return { storeMap: printfulMessages.mapOnlyOne }
  const codes = pairs.map(({ ours }) => ours)
  const { rows } = await sql<{ code: string }>`
    select code from unnest(${codes}::text[]) as told (code)
    where not exists (select from stores where stores.code = told.code)`.execute(connection)
  return rows[0] ? { storeMap: printfulMessages.noSuchCode(rows[0].code) } : {}
}
