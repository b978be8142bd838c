import { sql } from 'kysely'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { readRecord } from '#server/platform/core/records/read.ts'
import type { HostedStore } from './storeHosts/storeHosts.ts'
import { SignOnFault } from './faults.ts'
import { asSignOn, setUpOf } from './setUp.ts'
import type { SetUp } from './setUp.ts'
import { ssoPageMessages } from './messages.ts'

/** The sign-on of a store as it is now; there may be none. */
export async function setUpAt(platform: Platform, { id }: Pick<HostedStore, 'id'>): Promise<SetUp> {
  const { rows } = await sql<{ id: number }>`
    select id from admin_sign_ons where store_id = ${id}`.execute(platform.db)
  const [found] = rows
  if (!found) throw new SignOnFault('not_set_up', ssoPageMessages.notSetUp)
  const record = await readRecord(platform.db, scopedTo({ storeIds: null }, adminSignOns), found.id)
  return setUpOf(platform, platform.db, asSignOn(record))
}
