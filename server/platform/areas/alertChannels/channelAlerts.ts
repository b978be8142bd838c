import { sql } from 'kysely'
import { alertChannels } from '#shared/areas/alertChannels/alertChannels.ts'
import { buildFixUrl } from '#shared/engine/integrations/fixUrl.ts'
import type { Alert } from '#server/platform/core/area/alert.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { alertChannelMessages } from './messages.ts'

/** The rank of alerts about failing channels: a failure that hides others. */
const channelRank = 860

/** Finds channels that alerts don't reach. Other channels can report them. */
export async function findChannelAlerts(trx: Connection): Promise<Alert[]> {
  const { rows } = await sql<{ id: number; name: string; problem: string | null }>`
    select id, name, problem from alert_channels where state = 'degraded' order by id`.execute(trx)
  return rows.map((channel) => ({
    subject: `integration/alertChannels/${channel.id}`,
    kind: 'integration',
    permission: alertChannels.permission,
    title: alertChannelMessages.failing(channel.name),
    detail: channel.problem,
    storeIds: [],
    rank: channelRank,
    fix: buildFixUrl(alertChannels, channel, null),
  }))
}
