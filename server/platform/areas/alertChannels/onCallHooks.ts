import { sql } from 'kysely'
import { operatorIdentifier } from '#shared/engine/user.ts'
import type { Account } from '#server/platform/core/auth/tokens.ts'
import { forbidden } from '#server/platform/core/platform/httpError.ts'
import type { ResourceHooks } from '#server/platform/core/records/resourceHooks.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { alertChannelMessages } from './messages.ts'
import { refreshRotations } from './onCallUsers.ts'

function requireEveryStore({ storeIds }: Account): void {
  if (storeIds !== null) throw forbidden(alertChannelMessages.rotationAllStores)
}

/** Returns an error for a field whose users include store admins; nothing if all are operators. */
async function findStoreAdmins(
  connection: Connection,
  field: string,
  userIds: readonly unknown[],
): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select name from users where id = any(${userIds.map(Number)}::int[])
      and s_identifier <> ${operatorIdentifier} order by name`.execute(connection)
  if (rows.length === 0) return {}
  return { [field]: alertChannelMessages.onlyOperators(rows.map(({ name }) => name)) }
}

/** The user on call gets alerts of all stores, so only operators of all stores decide who that is. */
const onCallHooks: ResourceHooks = {
  authorize({ caller }, { values }) {
    if (!values) requireEveryStore(caller)
    return Promise.resolve()
  },
  // After references are checked, so that a limited account learns nothing about other users.
  async afterWrite({ caller, trx, now }) {
    requireEveryStore(caller)
    await refreshRotations(trx, now)
  },
}

export const rotationHooks: ResourceHooks = {
  ...onCallHooks,
  validate: ({ userIds }, { connection }) =>
    Array.isArray(userIds) ? findStoreAdmins(connection, 'userIds', userIds) : {},
  beforeRead: refreshRotations,
}

export const overrideHooks: ResourceHooks = {
  ...onCallHooks,
  async validate(values, { connection, before }) {
    const { startsAt, endsAt, userId } = { ...before, ...values }
    return {
      ...(String(endsAt) <= String(startsAt) && { endsAt: alertChannelMessages.endsAfterStart }),
      ...(await findStoreAdmins(connection, 'userId', [userId])),
    }
  },
}
