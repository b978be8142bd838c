import { sql } from 'kysely'
import { type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { platformMessages } from '#shared/engine/platformMessages.ts'
import { userGroups } from '#shared/areas/users/userGroups.ts'
import type { AccountKind } from '#shared/areas/users/accountStates.ts'
import { userRuleMessages as say } from '#shared/areas/users/userRuleMessages.ts'
import { targetOf } from '#server/platform/core/audit/audit.ts'
import { heldBy, notHeld } from '#server/platform/core/auth/held.ts'
import type { Answer, Call, Change } from '#server/platform/core/http/call.ts'
import { badRequest, invalid } from '#server/platform/core/platform/refusal.ts'
import { reachParameter } from '#server/platform/core/http/reachParameter.ts'
import { whole } from '#server/platform/core/http/schema.ts'
import { object } from '#server/platform/core/http/schemas.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { whoMoved } from '../members/whoMoved.ts'
import { lockRecord } from '#server/platform/core/records/read.ts'
import { RecordId, recordIdOf, versionFrom } from '#server/platform/core/records/recordId.ts'
import { deleteRecord } from '#server/platform/core/records/changes/remove.ts'
import { refuseUnconfirmed } from '#server/platform/core/records/changes/update.ts'
import { givesStores, keptUserGroups } from './guards.ts'
import { reachOfGroups } from './groupReach.ts'
import { userMessages } from './messages.ts'

const Body = type({ groupId: RecordId })

/** POST /userGroups/ID/replacement: its members are in the other group from now on, and it is deleted. */
async function replaceGroup(change: Change): Promise<Answer> {
  const { trx, caller, asked, audit } = change
  const resource = scopedTo(caller, keptUserGroups)
  const id = recordIdOf(userGroups, asked)
  if (!is(asked.body, Body)) throw badRequest(userMessages.replacementBody)
  const { groupId } = asked.body
  const group = await lockRecord(trx, resource, id, versionFrom(asked))
  // Nobody deletes it meanwhile.
  await sql`select id from user_groups where id = ${groupId} for key share`.execute(trx)
  const held = await heldBy(trx, { groupIds: [groupId], allStores: false, storeIds: [] })
  const [other] = held.groups
  if (!other || groupId === id) throw invalid({ groupId: platformMessages.gone(say.otherGroup) })
  const lacking = notHeld(caller, held.permissions)
  if (lacking.length > 0) throw invalid({ groupId: say.notHeld(lacking) })
  const reach = await reachOfGroups(trx, change.caller)
  const { rows } = await sql<{ email: string; kind: AccountKind }>`update users
    set group_ids = array(select distinct unnest(array_replace(group_ids, ${id}, ${groupId})) order by 1),
      version = version + 1, updated_at = ${change.now}, updated_by = ${caller.email}
    where group_ids @> array[${id}::int] returning email, kind`.execute(trx)
  const { rows: ofProviders } = await sql<{ email: string; kind: AccountKind }>`
    with kept as (insert into sso_groups (user_id, store_id, group_id, sign_on_id)
      select user_id, store_id, ${groupId}, sign_on_id from sso_groups where group_id = ${id}
      on conflict do nothing),
    ended as (delete from sso_groups where group_id = ${id} returning user_id)
    select distinct email, kind from users join ended on ended.user_id = users.id`.execute(trx)
  if (other.builtIn || givesStores(other))
    if ([...rows, ...ofProviders].some(({ kind }) => kind === 'store_admin'))
      throw invalid({ groupId: say.adminGroups([other.name]) })
  const movedEmails = [...new Set([...rows, ...ofProviders].map(({ email }) => email))]
  const moved = {
    event: 'userGroups.membersMoved',
    before: { group: group['name'] },
    after: { group: other.name, ...whoMoved(movedEmails.map((who) => ({ who }))) },
  }
  const into = { type: userGroups.name, id: other.id, label: other.name }
  await audit({ ...moved, target: targetOf(userGroups, group) }, { ...moved, target: into })
  const deleted = await deleteRecord(resource, change)
  refuseUnconfirmed(asked, { id, groupId }, await reach())
  return deleted
}

export const groupCalls: readonly Call[] = [
  {
    kind: 'write',
    needs: 'usersGroups:delete',
    method: 'post',
    path: '/userGroups/:id/replacement',
    summary: 'Delete a user group and move its users to another group',
    query: [reachParameter('the affected operators')],
    body: object({ groupId: whole }),
    ifMatch: 'optional',
    success: { status: 204 },
    refusals: [409, 413, 415, 422],
    answer: replaceGroup,
  },
]
