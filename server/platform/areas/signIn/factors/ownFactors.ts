import { sql } from 'kysely'
import { object, string, type } from 'superstruct'
import { maxPasskeys } from '#shared/areas/signIn/factors.ts'
import type { Factors, NewRecoveryCodes } from '#shared/areas/signIn/factors.ts'
import { is } from '#shared/engine/is.ts'
import { toAccountTarget } from '#server/platform/core/audit/accountTarget.ts'
import type { Caller } from '#server/platform/core/auth/tokens.ts'
import type { CallResult, PerformWrite, RequestContext } from '#server/platform/core/http/call.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import {
  badRequest,
  HttpError,
  invalidState,
  notFound,
  validationFailed,
} from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { validateRequiredText } from '#shared/engine/fields/textRules.ts'
import { passkeyNameField } from '#shared/areas/signIn/passkeyName.ts'
import { findFactorDemand, findFactorMethods } from './accountFactors.ts'
import { countChallengeAttempt, createChallenge, useChallenge } from './challenges.ts'
import { factorMessages } from './messages.ts'
import { buildRegistrationOptions, verifyRegistration } from './passkeys.ts'
import { createRecoveryCodes, saveRecoveryCodes } from './recoveryCodes.ts'
import { createTotpSecret, findTotpStep, isConfirmedSql, useTotpStep } from './totp.ts'

/** GET /account/factors: the caller's second factors. Secrets are never among them. */
export async function handleGetFactors(
  _request: ApiRequest,
  { db }: Platform,
  { id: userId }: Caller,
): Promise<CallResult> {
  const totp = await db
    .selectFrom('totpSecrets')
    .select('confirmedAt')
    .where('userId', '=', userId)
    .where(isConfirmedSql)
    .executeTakeFirst()
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'backedUp', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()
  const { codes } = await db
    .selectFrom('recoveryCodes')
    .select(({ fn }) => fn.countAll<number>().as('codes'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  const demand = await findFactorDemand(db, userId)
  const body: Factors = {
    totp: totp?.confirmedAt ? { confirmedAt: totp.confirmedAt } : null,
    passkeys,
    recoveryCodes: Number(codes),
    required: demand !== null,
    dueAt: demand?.dueAt ?? null,
  }
  return { status: 200, body }
}

/** POST /account/totp: starts setting up an authenticator app. The secret is returned only once. */
export async function handleStartTotp({
  trx,
  caller,
  now,
  platform: { secrets },
}: RequestContext): Promise<CallResult> {
  if (await hasTotp(trx, caller.id)) throw invalidState(factorMessages.hasTotp)
  const { id: userId, email } = caller
  const setup = await createTotpSecret(trx, secrets, { userId, email, now })
  return { status: 200, body: {}, uncachedBody: setup }
}

async function hasTotp(trx: Connection, userId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('totpSecrets')
    .select('id')
    .where('userId', '=', userId)
    .where(isConfirmedSql)
    .executeTakeFirst()
  return row !== undefined
}

const CodeBody = type({ code: string() })

/** POST /account/totp/confirmation: the first code turns the authenticator app on. */
export async function handleConfirmTotp(
  { body }: ApiRequest,
  platform: Platform,
  caller: Caller,
  perform: PerformWrite,
): Promise<CallResult> {
  if (!is(body, CodeBody)) throw badRequest(factorMessages.codeBody)
  const recovery = await createRecoveryCodes(platform.passwords)
  return perform(async (context) => {
    const { trx, now } = context
    const step = await findTotpStep(trx, platform.secrets, {
      userId: caller.id,
      code: body.code,
      at: new Date(now),
      state: 'unconfirmed',
    })
    if (!step || !(await useTotpStep(trx, step, now)))
      throw new HttpError(422, 'wrong_factor', factorMessages.wrongCode, {
        fields: { code: factorMessages.wrongCode },
      })
    await context.audit({ event: 'users.totpAdded', target: toAccountTarget(caller) })
    return completeNewFactor(context, recovery)
  })
}

/**
 * Confirms this session with the new factor, and no other one. The first factor of an account comes
 * with recovery codes.
 */
async function completeNewFactor(
  { trx, caller, now, audit }: RequestContext,
  { codes, hashes }: { codes: string[]; hashes: string[] },
): Promise<CallResult> {
  await sql`update tokens
    set factor_confirmed_at = case when id = ${caller.tokenId} then ${now}::timestamptz end
    where user_id = ${caller.id}`.execute(trx)
  const unused = await trx
    .selectFrom('recoveryCodes')
    .select('id')
    .where('userId', '=', caller.id)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  if (unused) return { status: 200, body: { recoveryCodes: null } satisfies NewRecoveryCodes }
  await saveRecoveryCodes(trx, { userId: caller.id, hashes, now })
  await audit({ event: 'users.recoveryCodesCreated', target: toAccountTarget(caller) })
  return {
    status: 200,
    body: { recoveryCodes: null } satisfies NewRecoveryCodes,
    uncachedBody: { recoveryCodes: codes } satisfies NewRecoveryCodes,
  }
}

/** DELETE /account/totp */
export async function handleRemoveTotp(context: RequestContext): Promise<CallResult> {
  const { trx, caller, audit } = context
  const { numDeletedRows } = await trx
    .deleteFrom('totpSecrets')
    .where('userId', '=', caller.id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound(factorMessages.app)
  await audit({ event: 'users.totpRemoved', target: toAccountTarget(caller) })
  await completeRemoval(context)
  return { status: 204 }
}

/**
 * Rejects removing the last factor while the platform demands one. Without a factor, recovery codes
 * mean nothing.
 */
async function completeRemoval({ trx, caller, now }: RequestContext): Promise<void> {
  if ((await findFactorMethods(trx, caller.id)).length > 0) return
  const demand = await findFactorDemand(trx, caller.id)
  if (demand && demand.dueAt <= now) throw invalidState(factorMessages.needsFactor)
  await trx.deleteFrom('recoveryCodes').where('userId', '=', caller.id).execute()
}

/** POST /account/recoveryCodes: replaces the recovery codes. They are returned only once. */
export async function handleCreateRecoveryCodes(
  _request: ApiRequest,
  platform: Platform,
  caller: Caller,
  perform: PerformWrite,
): Promise<CallResult> {
  const { codes, hashes } = await createRecoveryCodes(platform.passwords)
  return perform(async ({ trx, now, audit }) => {
    if ((await findFactorMethods(trx, caller.id)).length === 0)
      throw invalidState(factorMessages.noFactor)
    await saveRecoveryCodes(trx, { userId: caller.id, hashes, now })
    await audit({ event: 'users.recoveryCodesCreated', target: toAccountTarget(caller) })
    return {
      status: 200,
      body: { recoveryCodes: null } satisfies NewRecoveryCodes,
      uncachedBody: { recoveryCodes: codes } satisfies NewRecoveryCodes,
    }
  })
}

/** POST /account/passkeys/options: a challenge for a new passkey. */
export async function handleStartPasskey({
  trx,
  caller,
  now,
  platform,
}: RequestContext): Promise<CallResult> {
  const created = await createChallenge(trx, { kind: 'registration', userId: caller.id, now })
  const options = await buildRegistrationOptions(trx, platform, {
    user: caller,
    challenge: created.challenge,
  })
  return { status: 200, body: {}, uncachedBody: { challenge: created.token, options } }
}

const NewPasskeyBody = type({ challenge: string(), name: string(), response: object() })

/** POST /account/passkeys: adds the passkey that the browser created. */
export async function handleAddPasskey(
  { body }: ApiRequest,
  platform: Platform,
  caller: Caller,
  perform: PerformWrite,
): Promise<CallResult> {
  if (!is(body, NewPasskeyBody)) throw badRequest(factorMessages.newPasskeyBody)
  const name = parseName(body.name)
  const challenge = await countChallengeAttempt(platform, body.challenge, ['registration'])
  const passkey =
    challenge.userId === caller.id
      ? await verifyRegistration(platform, body.response, challenge.challenge)
      : null
  if (!passkey) throw new HttpError(422, 'wrong_factor', factorMessages.passkeyNotAdded)
  const recovery = await createRecoveryCodes(platform.passwords)
  return perform(async (context) => {
    const { trx, now, audit } = context
    await useChallenge(trx, challenge, now)
    const { count } = await trx
      .selectFrom('passkeys')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('userId', '=', caller.id)
      .executeTakeFirstOrThrow()
    if (Number(count) >= maxPasskeys)
      throw invalidState(factorMessages.tooManyPasskeys(maxPasskeys))
    const added = await trx
      .insertInto('passkeys')
      .values({ userId: caller.id, name, ...passkey, createdAt: now, lastUsedAt: null })
      .onConflict((conflict) => conflict.column('credentialId').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw invalidState(factorMessages.passkeyTaken)
    const target = toAccountTarget(caller)
    await audit({ event: 'users.passkeyAdded', target, after: { passkey: name } })
    return completeNewFactor(context, recovery)
  })
}

function parseName(text: string): string {
  const name = text.trim()
  const error = validateRequiredText(passkeyNameField, name)
  if (error) throw validationFailed({ name: error })
  return name
}

const NameBody = type({ name: string() })

/** PATCH /account/passkeys/ID */
export async function handleRenamePasskey(context: RequestContext): Promise<CallResult> {
  const { trx, caller, request, audit } = context
  if (!is(request.body, NameBody)) throw badRequest(factorMessages.nameBody)
  const name = parseName(request.body.name)
  const before = await lockPasskey(context)
  await trx.updateTable('passkeys').set({ name }).where('id', '=', before.id).execute()
  await audit({
    event: 'users.passkeyRenamed',
    target: toAccountTarget(caller),
    before: { passkey: before.name },
    after: { passkey: name },
  })
  return { status: 204 }
}

/** DELETE /account/passkeys/ID */
export async function handleRemovePasskey(context: RequestContext): Promise<CallResult> {
  const { trx, caller, audit } = context
  const { id, name } = await lockPasskey(context)
  await trx.deleteFrom('passkeys').where('id', '=', id).execute()
  await audit({
    event: 'users.passkeyRemoved',
    target: toAccountTarget(caller),
    before: { passkey: name },
  })
  await completeRemoval(context)
  return { status: 204 }
}

async function lockPasskey({ trx, caller, request }: RequestContext) {
  const { id = '' } = request.params
  const passkey = /^[1-9]\d{0,8}$/.test(id)
    ? await trx
        .selectFrom('passkeys')
        .select(['id', 'name'])
        .where('id', '=', Number(id))
        .where('userId', '=', caller.id)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!passkey) throw notFound('passkey')
  return passkey
}
