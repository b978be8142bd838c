import { getResourceModule } from '#server/platform/core/records/moduleRegistry.ts'
import { sql } from 'kysely'
import { type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { platformMessages } from '#shared/engine/platformMessages.ts'
import { userGroups } from '#shared/areas/users/userGroups.ts'
import type { AccountKind } from '#shared/areas/users/accountStates.ts'
import { userRuleMessages } from '#shared/areas/users/userRuleMessages.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import {
  getEffectivePermissions,
  getMissingPermissions,
} from '#server/platform/core/auth/effectivePermissions.ts'
import type { CallResult, Call, RequestContext } from '#server/platform/core/http/call.ts'
import { badRequest, validationFailed } from '#server/platform/core/platform/httpError.ts'
import { impactParameter } from '#server/platform/core/http/impactParameter.ts'
import { integerSchema } from '#server/platform/core/http/schema.ts'
import { objectSchema } from '#server/platform/core/http/schema.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { buildMoveAudit } from '#shared/areas/members/memberMoves.ts'
import { lockRecord } from '#server/platform/core/records/loadRecord.ts'
import { RecordId, parseRecordId, parseVersion } from '#server/platform/core/records/recordId.ts'
import { handleDelete } from '#server/platform/core/records/changes/delete.ts'
import { requireImpactConfirmation } from '#server/platform/core/records/changes/update.ts'
import { grantsStores } from './hooks.ts'
import { estimateUserGroupImpact } from './groupImpact.ts'
import { userMessages } from './messages.ts'

const ReplaceGroupBody = type({ groupId: RecordId })

/** POST /userGroups/ID/replacement: moves its users to another group, and deletes it. */
async function handleReplaceUserGroup(context: RequestContext): Promise<CallResult> {
  const { trx, caller, request, audit } = context
  const resource = limitToCaller(caller, getResourceModule('userGroups'))
  const id = parseRecordId(userGroups, request)
  if (!is(request.body, ReplaceGroupBody)) throw badRequest(userMessages.replacementBody)
  const { groupId } = request.body
  const group = await lockRecord(trx, resource, id, parseVersion(request))
  // The lock keeps the other group from being deleted in the meantime.
  await sql`select id from user_groups where id = ${groupId} for key share`.execute(trx)
  const access = await getEffectivePermissions(trx, {
    groupIds: [groupId],
    allStores: false,
    storeIds: [],
  })
  const [targetGroup] = access.groups
  if (!targetGroup || groupId === id)
    throw validationFailed({ groupId: platformMessages.gone(userRuleMessages.otherGroup) })
  const missing = getMissingPermissions(caller, access.permissions)
  if (missing.length > 0) throw validationFailed({ groupId: userRuleMessages.notHeld(missing) })
  const computeImpact = await estimateUserGroupImpact(trx, context.caller)
  const { rows } = await sql<{ email: string; kind: AccountKind }>`update users
    set group_ids = array(select distinct unnest(array_replace(group_ids, ${id}, ${groupId})) order by 1),
      version = version + 1, updated_at = ${context.now}, updated_by = ${caller.email}
    where group_ids @> array[${id}::int] returning email, kind`.execute(trx)
  const { rows: ssoUsers } = await sql<{ email: string; kind: AccountKind }>`
    with kept as (insert into sso_groups (user_id, store_id, group_id, sign_on_id)
      select user_id, store_id, ${groupId}, sign_on_id from sso_groups where group_id = ${id}
      on conflict do nothing),
    ended as (delete from sso_groups where group_id = ${id} returning user_id)
    select distinct email, kind from users join ended on ended.user_id = users.id`.execute(trx)
  if (targetGroup.builtIn || grantsStores(targetGroup))
    if ([...rows, ...ssoUsers].some(({ kind }) => kind === 'store_admin'))
      throw validationFailed({ groupId: userRuleMessages.adminGroups([targetGroup.name]) })
  const movedEmails = [...new Set([...rows, ...ssoUsers].map(({ email }) => email))]
  const moveEntry = {
    event: 'userGroups.membersMoved',
    before: { group: group['name'] },
    after: { group: targetGroup.name, ...buildMoveAudit(movedEmails.map((who) => ({ who }))) },
  }
  const target = { type: userGroups.name, id: targetGroup.id, label: targetGroup.name }
  await audit({ ...moveEntry, target: toAuditTarget(userGroups, group) }, { ...moveEntry, target })
  const deleted = await handleDelete(resource, context)
  requireImpactConfirmation(request, { id, groupId }, await computeImpact())
  return deleted
}

export const userGroupCalls: readonly Call[] = [
  {
    kind: 'write',
    permission: 'usersGroups:delete',
    method: 'post',
    path: '/userGroups/:id/replacement',
    stepUp: 'always',
    summary: 'Delete a user group and move its users to another group',
    query: [impactParameter],
    body: objectSchema({ groupId: integerSchema }),
    ifMatch: 'optional',
    success: { status: 204 },
    handler: handleReplaceUserGroup,
  },
]
