import { sql } from 'kysely'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import { parsePrintfulStorePairs } from '#shared/engine/storePairs.ts'
import type { ValidationErrors } from '#shared/engine/fields/validation.ts'
import { defineIntegration } from '#server/platform/core/integrations/integration.ts'
import type { FieldValues } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { syncCatalogJob } from './catalog.ts'
import { printfulWebhookHandler } from './webhookHandler.ts'
import { printfulCalls } from './printfulCalls.ts'
import { printfulSteps } from './printfulSteps.ts'
import type { PrintfulStepState } from './printfulSteps.ts'
import { printfulMessages } from './messages.ts'

const selectServedStores = ({ storeMap }: Record<string, unknown>) =>
  sql`select id from stores where code = any(${parsePrintfulStorePairs(storeMap).map(({ ours }) => ours)}::text[])`

/** Printful accounts as an integration, which serves the stores in its map. */
export const printfulIntegration = defineIntegration<PrintfulStepState>({
  resource: printfulSetup,
  webhookHandlers: { printful: printfulWebhookHandler },
  calls: printfulCalls,
  jobs: [syncCatalogJob],
  settings: ['token', 'level', 'storeMap'],
  steps: printfulSteps,
  createState: () => ({ scopes: [], stores: [] }),
  serves: { kind: 'print', by: 'storeMap', stores: selectServedStores },
  disableImpact: { messages: printfulMessages.impact },
  getExpirations: ({ tokenExpiresOn: day }) => [
    {
      what: printfulMessages.expiringToken,
      field: 'token',
      at: typeof day === 'string' ? `${day}T00:00:00.000Z` : null,
    },
  ],
  hooks: {
    validate: (values, { before, connection }) =>
      validateStoreMap({ ...before, ...values }, connection),
  },
})

/** Validates the map: a Printful store is mapped only once, and our stores exist. */
async function validateStoreMap(
  { storeMap, level }: FieldValues,
  connection: Connection,
): Promise<ValidationErrors> {
  const pairs = parsePrintfulStorePairs(storeMap)
  if (new Set(pairs.map(({ theirs }) => theirs)).size < pairs.length)
    return { storeMap: printfulMessages.mapOnce }
  if (level === 'store' && pairs.length > 1) return { storeMap: printfulMessages.mapOnlyOne }
  const codes = pairs.map(({ ours }) => ours)
  const { rows } = await sql<{ code: string }>`
    select code from unnest(${codes}::text[]) as told (code)
    where not exists (select from stores where stores.code = told.code)`.execute(connection)
  return rows[0] ? { storeMap: printfulMessages.noSuchCode(rows[0].code) } : {}
}
