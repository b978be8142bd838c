import { randomBytes } from 'node:crypto'
import { string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { linkLifetimeDays } from '#shared/areas/users/accountFields.ts'
import { getNextLinkState } from '#shared/areas/users/accountStates.ts'
import type { LinkEvent, LinkPurpose, LinkState } from '#shared/areas/users/accountStates.ts'
import { userRuleMessages } from '#shared/areas/users/userRuleMessages.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import {
  getEffectivePermissions,
  getMissingPermissions,
  hasAccessToStores,
} from '#server/platform/core/auth/effectivePermissions.ts'
import type { Membership } from '#server/platform/core/auth/effectivePermissions.ts'
import { hashToken } from '#server/platform/core/auth/tokens.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import type { CallResult } from '#server/platform/core/http/call.ts'
import {
  badRequest,
  validationFailed,
  HttpError,
} from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { runInTransaction } from '#server/platform/core/http/performWrite.ts'
import { unlinkProviders, validatePassword } from '../signIn/index.ts'
import { userMessages } from './messages.ts'

/**
 * Creates a new link for an account. The previous one stops working. Only the link's hash is saved.
 */
export async function createAccountLink(
  trx: Connection,
  link: { userId: number; madeBy: number | null; purpose: LinkPurpose; now: string },
): Promise<{ token: string; expiresAt: string }> {
  const { userId, madeBy, purpose, now } = link
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(Date.parse(now) + linkLifetimeDays * 24 * 60 * 60_000).toISOString()
  const state = await loadLinkState(trx, userId, purpose, now)
  const values = {
    madeBy,
    hash: hashToken(token),
    state: requireNextLinkState(state, 'make'),
    createdAt: now,
    expiresAt,
  }
  await trx
    .insertInto('accountLinks')
    .values({ userId, purpose, ...values })
    .onConflict((conflict) => conflict.columns(['userId', 'purpose']).doUpdateSet(values))
    .execute()
  return { token, expiresAt }
}

/** Withdraws the links of an account that still work. */
export async function withdrawAccountLinks(
  trx: Connection,
  userId: number,
  now: string,
): Promise<void> {
  for (const purpose of ['invitation', 'password'] as const) {
    const state = getNextLinkState(await loadLinkState(trx, userId, purpose, now), 'withdraw')
    if (state)
      await trx
        .updateTable('accountLinks')
        .set({ state })
        .where('userId', '=', userId)
        .where('purpose', '=', purpose)
        .execute()
  }
}

async function loadLinkState(trx: Connection, userId: number, purpose: LinkPurpose, now: string) {
  const link = await trx
    .selectFrom('accountLinks')
    .select(['state', 'expiresAt'])
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .forUpdate()
    .executeTakeFirst()
  return link ? getCurrentLinkState(link, now) : 'none'
}

/** Returns a link's current state: a link can expire without a write. */
const getCurrentLinkState = (
  { state, expiresAt }: { state: LinkState; expiresAt: string },
  now: string,
) =>
  Date.parse(expiresAt) <= Date.parse(now) ? (getNextLinkState(state, 'expire') ?? state) : state

function requireNextLinkState(state: LinkState, event: LinkEvent): LinkState {
  const next = getNextLinkState(state, event)
  if (!next) throw createInvalidLinkError()
  return next
}

const createInvalidLinkError = () => new HttpError(404, 'not_found', userRuleMessages.link)

const TokenBody = type({ token: string() })
const AcceptanceBody = type({ token: string(), password: string() })

async function loadLink(connection: Connection, token: string, lock = false) {
  const link = await connection
    .selectFrom('accountLinks')
    .innerJoin('users', 'users.id', 'accountLinks.userId')
    .select(['userId', 'purpose', 'state', 'expiresAt', 'email', 'sIdentifier', 'status', 'name'])
    .select(['passwordHash', 'madeBy', 'groupIds', 'allStores', 'storeIds'])
    .where('hash', '=', hashToken(token))
    .$if(lock, (query) => query.forUpdate('accountLinks'))
    .executeTakeFirst()
  if (!link || link.status === 'suspended') throw createInvalidLinkError()
  if (link.madeBy !== null && !(await canManageAccount(connection, link.madeBy, link)))
    throw createInvalidLinkError()
  return link
}

/**
 * Whether the account has no more access than the link's creator has now. Either may have changed
 * since.
 */
async function canManageAccount(
  connection: Connection,
  madeBy: number,
  account: Membership & { userId: number },
) {
  const creator = await connection
    .selectFrom('users')
    .select(['groupIds', 'allStores', 'storeIds'])
    .where('id', '=', madeBy)
    .executeTakeFirstOrThrow()
  const [creatorAccess, accountAccess] = [
    await getEffectivePermissions(connection, creator),
    await getEffectivePermissions(connection, account, account.userId),
  ]
  return (
    getMissingPermissions(creatorAccess, accountAccess.permissions).length === 0 &&
    hasAccessToStores(creatorAccess, accountAccess.storeIds)
  )
}

/**
 * How long an accepted link repeats its response to the same password, because a proxy retries a
 * request that got no response.
 */
const repeatWindowMs = 2 * 60_000

/** Returns the account that accepted this link a moment ago with the same password. */
async function findRepeatedAcceptance(
  token: string,
  password: string,
  { db, now, passwords }: Platform,
) {
  const { state, expiresAt, passwordHash, email, sIdentifier } = await loadLink(db, token)
  const isFresh = state === 'accepted' && Date.parse(expiresAt) > now().getTime()
  if (!isFresh || !(await passwords.verify(password, passwordHash))) throw createInvalidLinkError()
  return { email, sIdentifier }
}

/** POST /invitations/check */
export async function handleCheckAccountLink(
  { body }: ApiRequest,
  { db, now }: Platform,
): Promise<CallResult> {
  if (!is(body, TokenBody)) throw badRequest(userMessages.tokenBody)
  const link = await loadLink(db, body.token)
  requireNextLinkState(getCurrentLinkState(link, now().toISOString()), 'accept')
  const { email, purpose, expiresAt } = link
  return { status: 200, body: { email, purpose, expiresAt } }
}

/** POST /invitations/accept: sets the password, and ends all sessions of the account. */
export async function handleAcceptAccountLink(
  request: ApiRequest,
  platform: Platform,
): Promise<CallResult> {
  const { body } = request
  const { db, now, passwords } = platform
  if (!is(body, AcceptanceBody)) throw badRequest(userMessages.acceptanceBody)
  const at = now().toISOString()
  // Before the transaction, because hashing takes long. A link that doesn't work isn't hashed for.
  const link = await loadLink(db, body.token)
  if (link.state !== 'accepted') requireNextLinkState(getCurrentLinkState(link, at), 'accept')
  const error = await validatePassword(body.password, link, platform.organization)
  if (error) throw validationFailed({ password: error })
  const passwordHash = link.state === 'accepted' ? null : await passwords.hash(body.password)
  const accepted =
    passwordHash && (await setPassword(request, platform, { token: body.token, passwordHash, at }))
  return {
    status: 200,
    body: accepted || (await findRepeatedAcceptance(body.token, body.password, platform)),
  }
}

/** Sets the password of a link's account. Returns null if the link was accepted in the meantime. */
function setPassword(
  request: ApiRequest,
  platform: Platform,
  { token, passwordHash, at }: { token: string; passwordHash: string; at: string },
) {
  return runInTransaction(platform, async (trx) => {
    const link = await loadLink(trx, token, true)
    const { userId, email, purpose, sIdentifier, status } = link
    if (link.state === 'accepted') return null
    const expiresAt = new Date(Date.parse(at) + repeatWindowMs).toISOString()
    await trx
      .updateTable('accountLinks')
      .set({ state: requireNextLinkState(getCurrentLinkState(link, at), 'accept'), expiresAt })
      .where('userId', '=', userId)
      .where('purpose', '=', purpose)
      .execute()
    await trx
      .updateTable('users')
      .set({
        passwordHash,
        passwordGenerated: false,
        status: 'active',
        failedSignIns: 0,
      })
      .set((column) => ({ version: column('version', '+', 1), updatedAt: at, updatedBy: email }))
      .where('id', '=', userId)
      .execute()
    await unlinkProviders(trx, userId)
    await trx.deleteFrom('tokens').where('userId', '=', userId).execute()
    const event = purpose === 'invitation' ? 'users.invitationAccepted' : 'users.passwordSet'
    const audit = createAuditor(trx, { asked: request, now: at, actor: email })
    const target = { type: 'users', id: userId, label: email }
    await audit({ event, target, before: { status }, after: { status: 'active' } })
    return { email, sIdentifier }
  })
}
