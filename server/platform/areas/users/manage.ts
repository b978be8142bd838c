import { enums, type } from 'superstruct'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import { is } from '#shared/engine/is.ts'
import { users } from '#shared/areas/users/users.ts'
import { storeAdminIdentifier } from '#shared/engine/user.ts'
import { accountChangeFields } from '#shared/areas/users/accountFields.ts'
import {
  accountChanges,
  accountChangesFrom,
  accountStatuses,
} from '#shared/areas/users/accountStates.ts'
import type { AccountChange, AccountStatus } from '#shared/areas/users/accountStates.ts'
import { userRuleMessages as say } from '#shared/areas/users/userRuleMessages.ts'
import { targetOf } from '#server/platform/core/audit/audit.ts'
import type { Answer, Change } from '#server/platform/core/http/call.ts'
import {
  badRequest,
  invalid,
  notFound,
  notPossible,
} from '#server/platform/core/platform/refusal.ts'
import { mailLinks } from '../email/invitationMail.ts'
import { createRecords } from '#server/platform/core/records/changes/create.ts'
import { scopedTo } from '#server/platform/core/records/inScope.ts'
import { lockRecord, readRecord } from '#server/platform/core/records/read.ts'
import { recordIdOf, requiredVersion } from '#server/platform/core/records/recordId.ts'
import { readValues } from '#server/platform/core/records/values.ts'
import { keptUsers, refuseElsewhere, refuseGreater, refuseTakingLast } from './guards.ts'
import { makeLink, withdrawLinks } from './links.ts'
import { userMessages } from './messages.ts'

/** The account that a call is about, held, which may be managed by who calls. */
async function lockAccount(change: Change, version: number | null): Promise<AnyRecord> {
  const { trx, caller, asked } = change
  const id = recordIdOf(users, asked)
  const account = await lockRecord(trx, scopedTo(caller, users), id, version)
  await refuseGreater(trx, caller, account)
  return account
}

const Kind = type({ kind: enums(['operator', 'store_admin']) })

/** POST /users/invitations: new accounts, all or none, each with the link that sets its password. */
export async function inviteUsers(change: Change): Promise<Answer> {
  const { trx, caller, now, asked, audit } = change
  if (!is(asked.body, Kind)) throw badRequest(userMessages.invitationBody)
  const { kind } = asked.body
  const { status, body } = await createRecords(scopedTo(caller, keptUsers), change)
  const { data } = body as { data: AnyRecord[] } // What `createRecords` answers.
  if (kind === 'store_admin') {
    for (const account of data) await refuseElsewhere(trx, caller, { ...account, kind })
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
      ...(await makeLink(trx, { userId: id, madeBy: caller.id, purpose: 'invitation', now })),
    })
  await audit(
    ...data.map((account) => ({ event: 'users.invited', target: targetOf(users, account) })),
  )
  const kept = links.map(({ token: _token, ...link }) => ({ ...link, token: null }))
  const mailed = links.map((link) => ({
    ...link,
    email: String(link.email),
    purpose: 'invitation' as const,
  }))
  const afterwards = await mailLinks(change, mailed)
  const isMailed = afterwards !== null
  return {
    status,
    body: { links: kept, mailed: isMailed },
    once: { links },
    ...(isMailed ? { afterwards } : {}),
  }
}

/** POST /users/ID/link: invites again, or lets somebody choose another password. */
export async function linkUser(change: Change): Promise<Answer> {
  const { trx, caller, now, audit } = change
  const account = await lockAccount(change, null)
  if (account.id === caller.id) throw notPossible(say.ownLink)
  if (account['status'] === 'suspended') throw notPossible(say.noLink)
  const isPlanned = account['status'] === 'planned'
  const purpose = isPlanned || account['status'] === 'invited' ? 'invitation' : 'password'
  if (isPlanned)
    await trx
      .updateTable('users')
      .set({ status: 'invited', updatedAt: now, updatedBy: caller.email })
      .set({ version: account.version + 1 })
      .where('id', '=', account.id)
      .execute()
  const { token, expiresAt } = await makeLink(trx, {
    userId: account.id,
    madeBy: caller.id,
    purpose,
    now,
  })
  const event = purpose === 'invitation' ? 'users.invitedAgain' : 'users.passwordLinkMade'
  await audit({ event, target: targetOf(users, account) })
  const link = { id: account.id, email: account['email'], expiresAt }
  const email = String(account['email'])
  const afterwards = await mailLinks(change, [{ email, token, expiresAt, purpose }])
  const isMailed = afterwards !== null
  return {
    status: 201,
    body: { links: [{ ...link, token: null }], mailed: isMailed },
    once: { links: [{ ...link, token }] },
    ...(isMailed ? { afterwards } : {}),
  }
}

const changed = {
  suspend: 'suspended',
  reactivate: 'reactivated',
  unlock: 'unlocked',
} as const satisfies Record<AccountChange, string>

/** POST /users/ID/status */
export async function changeAccount(change: Change): Promise<Answer> {
  const { trx, caller, now, asked, audit } = change
  const version = requiredVersion(asked)
  const before = await lockAccount(change, version)
  const values = readValues({ fields: accountChangeFields }, asked.body, 'all')
  const name = values['change'] as AccountChange // One of the options of its field.
  const { reason } = values
  if (typeof reason !== 'string')
    throw invalid({ reason: messages.validation.required(accountChangeFields.reason.label) })
  if (before.id === caller.id) throw notPossible(say.self)
  const status = before['status'] as AccountStatus // The database knows no other.
  if (!accountChangesFrom(status).includes(name))
    throw notPossible(say.notFrom(accountChanges[name].label, accountStatuses[status]))
  const { passwordHash } = await trx
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', before.id)
    .executeTakeFirstOrThrow()
  // Who never had a password and never came in is invited still; sign-ons of stores need none.
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
    await withdrawLinks(trx, before.id, now)
  }
  await refuseTakingLast(trx, before)
  const record = await readRecord(trx, scopedTo(caller, users), before.id)
  await audit({
    event: `users.${changed[name]}`,
    target: targetOf(users, record),
    before: { status, statusReason: before['statusReason'] },
    after: { status: after, statusReason: reason },
  })
  return { status: 200, body: record, version: record.version }
}

/** DELETE /users/ID/sessions, of one or of all; who asks keeps the one they ask with. */
export async function endSessions(change: Change): Promise<Answer> {
  const { trx, caller, asked, audit } = change
  const account = await lockAccount(change, null)
  const { session } = asked.params
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
  await audit({ event, target: targetOf(users, account) })
  return { status: 204 }
}
