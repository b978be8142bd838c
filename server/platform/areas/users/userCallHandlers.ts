import { getResourceModule } from '#server/platform/core/records/moduleRegistry.ts'
import { enums, type } from 'superstruct'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import { is } from '#shared/engine/is.ts'
import { users } from '#shared/areas/users/users.ts'
import { storeAdminIdentifier } from '#shared/engine/user.ts'
import { accountChangeFields } from '#shared/areas/users/accountFields.ts'
import {
  accountChanges,
  getAllowedAccountChanges,
  accountStatuses,
} from '#shared/areas/users/accountStates.ts'
import type { AccountChange, AccountStatus } from '#shared/areas/users/accountStates.ts'
import { userRuleMessages } from '#shared/areas/users/userRuleMessages.ts'
import { toAuditTarget } from '#server/platform/core/audit/audit.ts'
import type { CallResult, RequestContext } from '#server/platform/core/http/call.ts'
import {
  badRequest,
  validationFailed,
  notFound,
  invalidState,
} from '#server/platform/core/platform/httpError.ts'
import { handleCreateMany } from '#server/platform/core/records/changes/create.ts'
import { limitToCaller } from '#server/platform/core/records/storeScope.ts'
import { lockRecord, loadRecord } from '#server/platform/core/records/loadRecord.ts'
import { parseRecordId, requireVersion } from '#server/platform/core/records/recordId.ts'
import { parseValues } from '#server/platform/core/records/values.ts'
import { enqueueAccountLinkEmails } from '../email/index.ts'
import {
  assertValidStoreAccess,
  assertNoGreaterPermissions,
  assertSuperAdministratorRemains,
} from './hooks.ts'
import { createAccountLink, withdrawAccountLinks } from './accountLinks.ts'
import { userMessages } from './messages.ts'

/** Loads the account of a call and locks it. Rejects a caller who can't manage it. */
async function lockAccount(context: RequestContext, version: number | null): Promise<AnyRecord> {
  const { trx, caller, request } = context
  const id = parseRecordId(users, request)
  const account = await lockRecord(trx, limitToCaller(caller, users), id, version)
  await assertNoGreaterPermissions(trx, caller, account)
  return account
}

const AccountKindBody = type({ kind: enums(['operator', 'store_admin']) })

/**
 * POST /users/invitations: creates accounts, all or none, each with a link that sets its password.
 */
export async function handleInviteUsers(context: RequestContext): Promise<CallResult> {
  const { trx, caller, now, request, audit } = context
  if (!is(request.body, AccountKindBody)) throw badRequest(userMessages.invitationBody)
  const { kind } = request.body
  const { status, body } = await handleCreateMany(
    limitToCaller(caller, getResourceModule('users')),
    context,
  )
  const { data } = body as { data: AnyRecord[] } // The body that `handleCreateMany` returns.
  if (kind === 'store_admin') {
    for (const account of data) await assertValidStoreAccess(trx, caller, { ...account, kind })
    const ids = data.map(({ id }) => id)
    await trx
      .updateTable('users')
      .set({ sIdentifier: storeAdminIdentifier })
      .where('id', 'in', ids)
      .execute()
  }
  const links = []
  for (const { id, email } of data)
    links.push({
      id,
      email,
      ...(await createAccountLink(trx, {
        userId: id,
        madeBy: caller.id,
        purpose: 'invitation',
        now,
      })),
    })
  await audit(
    ...data.map((account) => ({ event: 'users.invited', target: toAuditTarget(users, account) })),
  )
  const redactedLinks = links.map(({ token: _token, ...link }) => ({ ...link, token: null }))
  const emailedLinks = links.map((link) => ({
    ...link,
    email: String(link.email),
    purpose: 'invitation' as const,
  }))
  const wakeEmailQueue = await enqueueAccountLinkEmails(context, emailedLinks)
  const isEmailed = wakeEmailQueue !== null
  return {
    status,
    body: { links: redactedLinks, mailed: isEmailed },
    uncachedBody: { links },
    ...(isEmailed ? { afterCommit: wakeEmailQueue } : {}),
  }
}

/** POST /users/ID/link: invites a user again, or lets them set another password. */
export async function handleCreatePasswordLink(context: RequestContext): Promise<CallResult> {
  const { trx, caller, now, audit } = context
  const account = await lockAccount(context, null)
  if (account.id === caller.id) throw invalidState(userRuleMessages.ownLink)
  if (account['status'] === 'suspended') throw invalidState(userRuleMessages.noLink)
  const isPlanned = account['status'] === 'planned'
  const purpose = isPlanned || account['status'] === 'invited' ? 'invitation' : 'password'
  if (isPlanned)
    await trx
      .updateTable('users')
      .set({ status: 'invited', updatedAt: now, updatedBy: caller.email })
      .set({ version: account.version + 1 })
      .where('id', '=', account.id)
      .execute()
  const { token, expiresAt } = await createAccountLink(trx, {
    userId: account.id,
    madeBy: caller.id,
    purpose,
    now,
  })
  const event = purpose === 'invitation' ? 'users.invitedAgain' : 'users.passwordLinkMade'
  await audit({ event, target: toAuditTarget(users, account) })
  const link = { id: account.id, email: account['email'], expiresAt }
  const email = String(account['email'])
  const wakeEmailQueue = await enqueueAccountLinkEmails(context, [
    { email, token, expiresAt, purpose },
  ])
  const isEmailed = wakeEmailQueue !== null
  return {
    status: 201,
    body: { links: [{ ...link, token: null }], mailed: isEmailed },
    uncachedBody: { links: [{ ...link, token }] },
    ...(isEmailed ? { afterCommit: wakeEmailQueue } : {}),
  }
}

const accountChangeEvents = {
  suspend: 'suspended',
  reactivate: 'reactivated',
  unlock: 'unlocked',
} as const satisfies Record<AccountChange, string>

/** POST /users/ID/status */
export async function handleChangeUserStatus(context: RequestContext): Promise<CallResult> {
  const { trx, caller, now, request, audit } = context
  const version = requireVersion(request)
  const before = await lockAccount(context, version)
  const values = parseValues({ fields: accountChangeFields }, request.body, 'all')
  const name = values['change'] as AccountChange // One of the options of its field.
  const { reason } = values
  if (typeof reason !== 'string')
    throw validationFailed({
      reason: messages.validation.required(accountChangeFields.reason.label),
    })
  if (before.id === caller.id) throw invalidState(userRuleMessages.self)
  const status = before['status'] as AccountStatus // The database allows no other values.
  if (!getAllowedAccountChanges(status).includes(name))
    throw invalidState(
      userRuleMessages.notFrom(accountChanges[name].label, accountStatuses[status]),
    )
  const { passwordHash } = await trx
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', before.id)
    .executeTakeFirstOrThrow()
  // A user who never had a password and never signed in is still invited. Store SSO needs no
  // password.
  const isNew = passwordHash === null && before['lastSignIn'] === null
  const after = name === 'suspend' ? 'suspended' : isNew ? 'invited' : 'active'
  await trx
    .updateTable('users')
    .set({ status: after, statusReason: reason })
    .set({ version: version + 1, updatedAt: now, updatedBy: caller.email })
    .where('id', '=', before.id)
    .execute()
  if (name === 'suspend') {
    await trx.deleteFrom('tokens').where('userId', '=', before.id).execute()
    await withdrawAccountLinks(trx, before.id, now)
  }
  await assertSuperAdministratorRemains(trx, before)
  const record = await loadRecord(trx, limitToCaller(caller, users), before.id)
  await audit({
    event: `users.${accountChangeEvents[name]}`,
    target: toAuditTarget(users, record),
    before: { status, statusReason: before['statusReason'] },
    after: { status: after, statusReason: reason },
  })
  return { status: 200, body: record, version: record.version }
}

/** DELETE /users/ID/sessions: ends one session or all, except the one that the caller uses. */
export async function handleRevokeUserSessions(context: RequestContext): Promise<CallResult> {
  const { trx, caller, request, audit } = context
  const account = await lockAccount(context, null)
  const { session } = request.params
  if (session !== undefined && !/^[1-9]\d{0,14}$/.test(session)) throw notFound('session')
  const ended = await trx
    .deleteFrom('tokens')
    .where('userId', '=', account.id)
    .where('id', '!=', caller.tokenId)
    .$if(session !== undefined, (query) => query.where('id', '=', Number(session)))
    .returning('id')
    .execute()
  if (session !== undefined && ended.length === 0) throw notFound('session')
  const event = session === undefined ? 'users.signedOut' : 'users.sessionEnded'
  await audit({ event, target: toAuditTarget(users, account) })
  return { status: 204 }
}
