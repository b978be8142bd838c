import { sql } from 'kysely'
import { signInProviders } from '#shared/areas/sso/signInProviders.ts'
import { buildFixUrl } from '#shared/engine/integrations/fixUrl.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { providerMessages } from './messages.ts'

/** The rank of alerts about failing providers: like that of failing alert channels. */
const providerRank = 860

/** Finds providers whose checks failed. */
export async function findProviderAlerts(trx: Connection): Promise<Alert[]> {
  const { rows } = await sql<{ id: number; name: string; problem: string | null }>`
    select id, name, problem from sign_in_providers where state = 'degraded' order by id`.execute(
    trx,
  )
  return rows.map((provider) => ({
    subject: `integration/signInProviders/${provider.id}`,
    kind: 'integration',
    permission: signInProviders.permission,
    title: providerMessages.failing(provider.name),
    detail: provider.problem,
    storeIds: [],
    rank: providerRank,
    fix: buildFixUrl(signInProviders, provider, null),
  }))
}
