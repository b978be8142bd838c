import { ownProfile } from '#shared/areas/account/ownProfile.ts'
import { users } from '#shared/areas/users/users.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { versionConflict } from '#server/platform/core/records/loadRecord.ts'
import { parseVersion } from '#server/platform/core/records/recordId.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import type { Connection } from '#server/platform/database/schema.ts'

const selectProfile = (connection: Connection, { id }: Pick<Caller, 'id'>) =>
  connection
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName'])
    .select(['version', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy'])
    .where('id', '=', id)

const toResult = (record: AnyRecord): CallResult => ({
  status: 200,
  body: record,
  version: record.version,
})

/** GET /account */
export async function handleLoadProfile(
  _request: ApiRequest,
  { db }: Platform,
  caller: Caller,
): Promise<CallResult> {
  return toResult(await selectProfile(db, caller).executeTakeFirstOrThrow())
}

/** PATCH /account: changes the caller's name. What an account can do isn't its owner's to change. */
export async function handleUpdateProfile({
  trx,
  caller,
  now,
  request,
  audit,
}: RequestContext): Promise<CallResult> {
  const values = parseValues(ownProfile, request.body, 'present')
  const before: AnyRecord = await selectProfile(trx, caller).forUpdate().executeTakeFirstOrThrow()
  const version = parseVersion(request)
  if (version !== null && version !== before.version) throw versionConflict(before)
  const changes = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => before[name] !== value),
  )
  const changed = Object.keys(changes)
  if (changed.length === 0) return toResult(before)
  await trx
    .updateTable('users')
    .set({ ...changes, version: before.version + 1, updatedAt: now, updatedBy: caller.email })
    .where('id', '=', caller.id)
    .execute()
  await audit({
    event: 'users.profileChanged',
    target: { type: users.name, id: caller.id, label: caller.email },
    before: Object.fromEntries(changed.map((name) => [name, before[name]])),
    after: changes,
  })
  return toResult(await selectProfile(trx, caller).executeTakeFirstOrThrow())
}
