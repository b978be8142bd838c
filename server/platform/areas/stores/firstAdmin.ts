import { sql } from 'kysely'
import { normalizeAccountEmail } from '#shared/engine/emailAddress.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { storeAdminIdentifier } from '#shared/engine/user.ts'
import type { AccountStatus } from '#shared/areas/users/accountStates.ts'
import { addAccountStores } from '#server/platform/core/auth/accounts.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import type { AuditEntry } from '#server/platform/core/audit/audit.ts'
import type { WriteContext } from '#server/platform/core/http/call.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { emailQueue, enqueueEmail } from '../email/index.ts'
import { createAccountLink } from '../users/index.ts'
import { splitName, formatAdminInvitation } from './adminMessages.ts'

type AdminAccount = { id: number; email: string; status: AccountStatus }

type AdminStore = Pick<AnyRecord, 'id'> & Record<string, unknown>

const getAdminEmail = ({ adminEmail }: Record<string, unknown>): string | null =>
  typeof adminEmail === 'string' && adminEmail !== '' ? normalizeAccountEmail(adminEmail) : null

/**
 * Creates accounts for the first admins that these stores got. They are invited when their store is
 * activated.
 */
export async function createFirstAdmins(
  context: WriteContext,
  records: readonly AnyRecord[],
  before: readonly AnyRecord[],
): Promise<void> {
  for (const [index, store] of records.entries()) {
    const previous: Record<string, unknown> = before[index] ?? {}
    const isSame = ['adminName', 'adminEmail'].every((name) => store[name] === previous[name])
    if (!isSame) await createFirstAdmin(context, store, getAdminEmail(previous))
  }
}

async function createFirstAdmin(context: WriteContext, store: AnyRecord, oldEmail: string | null) {
  const { trx, now, caller } = context
  const email = getAdminEmail(store)
  if (oldEmail !== null && oldEmail !== email) await deletePlannedAdmin(trx, store.id, oldEmail)
  const name = store['adminName']
  if (email === null || typeof name !== 'string' || name === '') return
  const { rows } = await sql<AdminAccount & { kind: string; storeIds: number[] }>`
    select id, email, status, kind, store_ids from users where email = ${email} for update`.execute(
    trx,
  )
  const [existing] = rows
  if (existing) {
    if (existing.kind === 'store_admin' && !existing.storeIds.includes(store.id))
      await addAccountStores(trx, existing.id, [store.id])
    return
  }
  const { rows: created } = await sql<{ id: number }>`
    insert into users (s_identifier, first_name, last_name, email, status, store_ids,
      created_at, created_by, updated_at, updated_by)
    values (${storeAdminIdentifier}, ${splitName(name).firstName}, ${splitName(name).lastName},
      ${email}, 'planned', ${[store.id]}::int[], ${now}, ${caller.email}, ${now}, ${caller.email})
    returning id`.execute(trx)
  const id = created[0]?.id ?? 0 // The row was just inserted.
  await context.audit({
    event: 'users.created',
    target: { type: 'users', id, label: name },
    after: { email, status: 'planned', storeIds: [store.id] },
  })
}

/**
 * Deletes the account of an admin who was replaced before they were invited, unless other stores
 * need it.
 */
async function deletePlannedAdmin(trx: Connection, storeId: number, email: string): Promise<void> {
  await sql`delete from users where email = ${email} and status = 'planned' and store_ids = ${[storeId]}::int[]`.execute(
    trx,
  )
  await sql`update users set store_ids = array_remove(store_ids, ${storeId}::int)
    where email = ${email} and status = 'planned'`.execute(trx)
}

/**
 * Finds the account of a store's first admin; undefined if it has none, or if the address belongs
 * to an operator.
 */
export async function findFirstAdmin(
  connection: Connection,
  store: AdminStore,
): Promise<AdminAccount | undefined> {
  const { rows } = await sql<AdminAccount>`
    select id, email, status from users
    where email = ${getAdminEmail(store)} and kind = 'store_admin' and store_ids @> array[${store.id}::int]`.execute(
    connection,
  )
  return rows[0]
}

/**
 * Invites a store's first admin by email, once. Returns a function that wakes the email queue after
 * commit; null if no one is to be invited.
 */
export async function inviteFirstAdmin(
  { trx, platform, now, caller, audit }: WriteContext,
  store: AdminStore,
): Promise<(() => Promise<void>) | null> {
  const account = await findFirstAdmin(trx, store)
  if (account?.status !== 'planned') return null
  const by = { madeBy: caller.id, actor: caller.email }
  return sendAdminInvitation({ trx, platform, now, audit }, store, account, by)
}

type InvitationContext = Pick<WriteContext, 'trx' | 'platform' | 'now'> & {
  audit: (...entries: AuditEntry[]) => Promise<void>
}

async function sendAdminInvitation(
  { trx, platform, now, audit }: InvitationContext,
  store: AdminStore,
  { id, email }: AdminAccount,
  { madeBy, actor }: { madeBy: number | null; actor: string },
): Promise<() => Promise<void>> {
  const link = await createAccountLink(trx, { userId: id, madeBy, purpose: 'invitation', now })
  await sql`update users set status = 'invited', version = version + 1, updated_at = ${now},
    updated_by = ${actor} where id = ${id}`.execute(trx)
  await audit({
    event: 'users.invited',
    target: { type: 'users', id, label: email, storeId: store.id },
    before: { status: 'planned' },
    after: { status: 'invited' },
  })
  const message = formatAdminInvitation({
    name: String(store['adminName'] ?? ''),
    store: String(store['name']),
    address: `${platform.consoleOrigin}/?invitation=${link.token}`,
    expiresAt: link.expiresAt,
  })
  return enqueueEmail(
    { trx, platform, now },
    { kind: 'invitation', to: email, storeId: store.id, ...message },
  )
}

/** Invites the first admins of active stores that weren't activated one by one. */
export async function invitePlannedFirstAdmins(platform: Platform): Promise<void> {
  const now = platform.now().toISOString()
  const sent = await platform.db.transaction().execute(async (trx) => {
    const { rows } = await sql<AdminAccount & { store: AdminStore }>`
      select users.id, users.email, users.status,
        (select jsonb_build_object('id', stores.id, 'name', stores.name, 'adminName', stores.admin_name)
          from stores where stores.id = any(users.store_ids) and stores.status = 'active'
          order by stores.id limit 1) as store
      from users where users.status = 'planned' and exists (
        select from stores where stores.id = any(users.store_ids) and stores.status = 'active')
      order by users.id limit 200 for update of users skip locked`.execute(trx)
    const actor = 'platform'
    const audit = createAuditor(trx, { asked: { id: 'invitations', ip: '' }, now, actor })
    for (const { store, ...account } of rows)
      await sendAdminInvitation({ trx, platform, now, audit }, store, account, {
        madeBy: null,
        actor,
      })
    return rows.length
  })
  if (sent > 0) await platform.wakeQueue(emailQueue)
}
