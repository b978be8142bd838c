import { sql } from 'kysely'
import { deadlines } from '#shared/areas/calendar/deadlines.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'
import { getVisibleRows, limitToCaller } from '#server/platform/core/records/storeScope.ts'
import type { Connection } from '#server/platform/database/schema.ts'

export type FeedDeadline = {
  id: number
  version: number
  title: string
  kind: string
  at: string
  link: string
  updatedAt: string
}

/** Calendar apps load the whole calendar each time. */
const maxDeadlines = 2000

/** Loads the next deadlines that an account can see, soonest first, up to 2,000. */
export async function loadFeedDeadlines(db: Connection, owner: Account): Promise<FeedDeadline[]> {
  const rows = getVisibleRows(limitToCaller(owner, deadlines), owner.storeIds)
  const { rows: found } = await sql<FeedDeadline>`
    select id, version, title, kind, at, link, updated_at from ${rows}
    order by at, id limit ${maxDeadlines}`.execute(db)
  return found
}
