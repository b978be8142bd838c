import { randomBytes } from 'node:crypto'
import { string, type } from 'superstruct'
import { is } from '#shared/engine/is.ts'
import { linkDays } from '#shared/areas/users/accountFields.ts'
import { linkAfter } from '#shared/areas/users/accountStates.ts'
import type { LinkEvent, LinkPurpose, LinkState } from '#shared/areas/users/accountStates.ts'
import { userRuleMessages as say } from '#shared/areas/users/userRuleMessages.ts'
import { auditor } from '#server/platform/core/audit/audit.ts'
import { heldBy, notHeld, reaches } from '#server/platform/core/auth/held.ts'
import type { Membership } from '#server/platform/core/auth/held.ts'
import { validatePassword } from '../signIn/passwordRules.ts'
import { hashOf } from '#server/platform/core/auth/tokens.ts'
import type { Asked } from '#server/platform/core/http/asked.ts'
import type { Answer } from '#server/platform/core/http/call.ts'
import { badRequest, invalid, Refusal } from '#server/platform/core/platform/refusal.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { runSettled } from '../stores/settleStores.ts'
import { userMessages } from './messages.ts'

/** Makes the link of an account anew: the one before works no more. Only its hash is kept. */
export async function makeLink(
  trx: Connection,
  link: { userId: number; madeBy: number | null; purpose: LinkPurpose; now: string },
): Promise<{ token: string; expiresAt: string }> {
  const { userId, madeBy, purpose, now } = link
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(Date.parse(now) + linkDays * 24 * 60 * 60_000).toISOString()
  const state = await stateOf(trx, userId, purpose, now)
  const made = {
    madeBy,
    hash: hashOf(token),
    state: next(state, 'make'),
    createdAt: now,
    expiresAt,
  }
  await trx
    .insertInto('accountLinks')
    .values({ userId, purpose, ...made })
    .onConflict((conflict) => conflict.columns(['userId', 'purpose']).doUpdateSet(made))
    .execute()
  return { token, expiresAt }
}

/** Takes back the links of an account that still work. */
export async function withdrawLinks(trx: Connection, userId: number, now: string): Promise<void> {
  for (const purpose of ['invitation', 'password'] as const) {
    const state = linkAfter(await stateOf(trx, userId, purpose, now), 'withdraw')
    if (state)
      await trx
        .updateTable('accountLinks')
        .set({ state })
        .where('userId', '=', userId)
        .where('purpose', '=', purpose)
        .execute()
  }
}

async function stateOf(trx: Connection, userId: number, purpose: LinkPurpose, now: string) {
  const link = await trx
    .selectFrom('accountLinks')
    .select(['state', 'expiresAt'])
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .forUpdate()
    .executeTakeFirst()
  return link ? asOf(link, now) : 'none'
}

/** A link's state at this moment: time takes some along. */
const asOf = ({ state, expiresAt }: { state: LinkState; expiresAt: string }, now: string) =>
  Date.parse(expiresAt) <= Date.parse(now) ? (linkAfter(state, 'expire') ?? state) : state

function next(state: LinkState, event: LinkEvent): LinkState {
  const after = linkAfter(state, event)
  if (!after) throw gone()
  return after
}

const gone = () => new Refusal(404, 'not_found', say.link)

const Token = type({ token: string() })
const Acceptance = type({ token: string(), password: string() })

async function linkOf(connection: Connection, token: string, lock = false) {
  const link = await connection
    .selectFrom('accountLinks')
    .innerJoin('users', 'users.id', 'accountLinks.userId')
    .select(['userId', 'purpose', 'state', 'expiresAt', 'email', 'sIdentifier', 'status', 'name'])
    .select(['passwordHash', 'madeBy', 'groupIds', 'allStores', 'storeIds'])
    .where('hash', '=', hashOf(token))
    .$if(lock, (query) => query.forUpdate('accountLinks'))
    .executeTakeFirst()
  if (!link || link.status === 'suspended') throw gone()
  if (link.madeBy !== null && !(await canManage(connection, link.madeBy, link))) throw gone()
  return link
}

/** Whether the account has no more than who made the link has now: it may have got more since. */
async function canManage(
  connection: Connection,
  madeBy: number,
  account: Membership & { userId: number },
) {
  const maker = await connection
    .selectFrom('users')
    .select(['groupIds', 'allStores', 'storeIds'])
    .where('id', '=', madeBy)
    .executeTakeFirstOrThrow()
  const [own, held] = [
    await heldBy(connection, maker),
    await heldBy(connection, account, account.userId),
  ]
  return notHeld(own, held.permissions).length === 0 && reaches(own, held.storeIds)
}

/** How long a link that was accepted answers as then to the same password: a proxy that got no answer sends a request again. */
const answersAgainMs = 2 * 60_000

/** Who accepted this link a moment ago, with this very password. */
async function acceptedBefore(token: string, password: string, { db, now, passwords }: Platform) {
  const { state, expiresAt, passwordHash, email, sIdentifier } = await linkOf(db, token)
  const isFresh = state === 'accepted' && Date.parse(expiresAt) > now().getTime()
  if (!isFresh || !(await passwords.verify(password, passwordHash))) throw gone()
  return { email, sIdentifier }
}

/** POST /invitations/check */
export async function checkLink({ body }: Asked, { db, now }: Platform): Promise<Answer> {
  if (!is(body, Token)) throw badRequest(userMessages.tokenBody)
  const link = await linkOf(db, body.token)
  next(asOf(link, now().toISOString()), 'accept')
  const { email, purpose, expiresAt } = link
  return { status: 200, body: { email, purpose, expiresAt } }
}

/** POST /invitations/accept: sets the password, and ends whatever was signed in with another one. */
export async function acceptLink(asked: Asked, platform: Platform): Promise<Answer> {
  const { body } = asked
  const { db, now, passwords } = platform
  if (!is(body, Acceptance)) throw badRequest(userMessages.acceptanceBody)
  const at = now().toISOString()
  // Before the transaction, which it would hold up; a link that does not work costs no hash.
  const known = await linkOf(db, body.token)
  if (known.state !== 'accepted') next(asOf(known, at), 'accept')
  const error = await validatePassword(body.password, known, platform.organization)
  if (error) throw invalid({ password: error })
  const passwordHash = known.state === 'accepted' ? null : await passwords.hash(body.password)
  const done =
    passwordHash && (await setPassword(asked, platform, { token: body.token, passwordHash, at }))
  return { status: 200, body: done || (await acceptedBefore(body.token, body.password, platform)) }
}

/** Null where the link was accepted meanwhile. */
function setPassword(
  asked: Asked,
  platform: Platform,
  { token, passwordHash, at }: { token: string; passwordHash: string; at: string },
) {
  return runSettled(platform, async (trx) => {
    const link = await linkOf(trx, token, true)
    const { userId, email, purpose, sIdentifier, status } = link
    if (link.state === 'accepted') return null
    const expiresAt = new Date(Date.parse(at) + answersAgainMs).toISOString()
    await trx
      .updateTable('accountLinks')
      .set({ state: next(asOf(link, at), 'accept'), expiresAt })
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
        googleSub: null,
      })
      .set((column) => ({ version: column('version', '+', 1), updatedAt: at, updatedBy: email }))
      .where('id', '=', userId)
      .execute()
    await trx.deleteFrom('tokens').where('userId', '=', userId).execute()
    const event = purpose === 'invitation' ? 'users.invitationAccepted' : 'users.passwordSet'
    const audit = auditor(trx, { asked, now: at, actor: email })
    const target = { type: 'users', id: userId, label: email }
    await audit({ event, target, before: { status }, after: { status: 'active' } })
    return { email, sIdentifier }
  })
}
