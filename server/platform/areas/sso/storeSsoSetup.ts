import { sql } from 'kysely'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { loadRecord } from '#server/platform/core/records/loadRecord.ts'
import type { HostedStore } from './storeHosts/storeHosts.ts'
import { SsoError } from './ssoError.ts'
import { toAdminSsoRecord, loadAdminSsoSetup } from './adminSsoSetup.ts'
import type { AdminSsoSetup } from './adminSsoSetup.ts'
import { ssoPageMessages } from './messages.ts'

/** Loads the current SSO setup of a store; throws if there is none. */
export async function loadStoreSsoSetup(
  platform: Platform,
  { id }: Pick<HostedStore, 'id'>,
): Promise<AdminSsoSetup> {
  const { rows } = await sql<{ id: number }>`
    select id from admin_sign_ons where store_id = ${id}`.execute(platform.db)
  const [row] = rows
  if (!row) throw new SsoError('not_set_up', ssoPageMessages.notSetUp)
  const record = await loadRecord(
    platform.db,
    limitToCaller({ storeIds: null }, adminSignOns),
    row.id,
  )
  return loadAdminSsoSetup(platform, platform.db, toAdminSsoRecord(record))
}
