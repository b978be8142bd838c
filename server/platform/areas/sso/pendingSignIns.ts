import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Claims } from './claims.ts'
import { SsoError } from './ssoError.ts'
import { createOidcSecrets } from './oidc/oidcClient.ts'
import { requestLifetimeMs } from './saml/samlClient.ts'
import { ssoPageMessages } from './messages.ts'

/** The settings that a sign-in can belong to, and the column that refers to them. */
const ownerColumns = {
  adminSignOns: 'signOnId',
  memberSignOns: 'memberSignOnId',
  signInProviders: 'providerId',
} as const
export type SignInOwner = { of: keyof typeof ownerColumns; id: number }

/** A sign-in in progress: a real one, or a test that starts no session. */
export type PendingSignIn = {
  state: string
  signOnId: number | null
  memberSignOnId: number | null
  providerId: number | null
  purpose: 'test' | 'signOn'
  version: number
  actor: string
  /** The hash of the value in the cookie of the browser that began it. */
  browser: string
  requestId: string
  nonce: string
  verifier: string
  begunAt: string
  answeredAt: string | null
  endedAt: string | null
  claims: Claims | null
}

const hashText = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Creates a pending sign-in. `browser` is the value that its browser must send back at the end. */
export async function createPendingSignIn(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  { of: ownerKind, id }: SignInOwner,
  details: Pick<PendingSignIn, 'purpose' | 'version' | 'actor'>,
): Promise<{ flow: PendingSignIn; browser: string }> {
  const browser = randomBytes(32).toString('base64url')
  const secrets = createOidcSecrets(randomBytes(24).toString('base64url'))
  const flow: PendingSignIn = {
    ...details,
    ...secrets,
    signOnId: null,
    memberSignOnId: null,
    providerId: null,
    [ownerColumns[ownerKind]]: id,
    browser: hashText(browser),
    requestId: `_${randomBytes(20).toString('hex')}`,
    begunAt: now().toISOString(),
    answeredAt: null,
    endedAt: null,
    claims: null,
  }
  await sql`insert into sign_on_flows
    (state, sign_on_id, member_sign_on_id, provider_id, purpose, version, actor, browser, request_id, nonce, verifier, begun_at)
    values (${flow.state}, ${flow.signOnId}, ${flow.memberSignOnId}, ${flow.providerId}, ${flow.purpose},
      ${flow.version}, ${flow.actor}, ${flow.browser}, ${flow.requestId}, ${flow.nonce}, ${flow.verifier}, ${flow.begunAt})`.execute(
    db,
  )
  return { flow, browser }
}

const createNotRequestedError = () => new SsoError('not_asked', ssoPageMessages.notRequested)

const getOldestStart = ({ now }: Pick<Platform, 'now'>) =>
  new Date(now().getTime() - requestLifetimeMs).toISOString()

/**
 * Finds an operator's pending sign-in by its state. Throws if there is none, or it has ended or
 * expired.
 */
export async function loadPendingOperatorSignIn(
  platform: Pick<Platform, 'db' | 'now'>,
  state: string,
): Promise<PendingSignIn & { providerId: number }> {
  const { rows } = await sql<PendingSignIn & { providerId: number }>`
    select * from sign_on_flows where state = ${state} and provider_id is not null
      and ended_at is null and begun_at > ${getOldestStart(platform)}`.execute(platform.db)
  const [flow] = rows
  if (!flow) throw createNotRequestedError()
  return flow
}

/**
 * Finds a store's pending sign-in by its state. Throws if there is none, or it has ended or
 * expired.
 */
export async function loadPendingSignIn(
  platform: Pick<Platform, 'db' | 'now'>,
  ownerKind: 'adminSignOns' | 'memberSignOns',
  storeId: number,
  state: string,
): Promise<PendingSignIn> {
  const oldest = getOldestStart(platform)
  const { rows } = await sql<PendingSignIn>`
    select sign_on_flows.* from sign_on_flows
    join ${sql.table(ownerKind)} as settings on settings.id = ${sql.ref(ownerColumns[ownerKind])}
    where sign_on_flows.state = ${state} and store_id = ${storeId} and ended_at is null and begun_at > ${oldest}`.execute(
    platform.db,
  )
  const [flow] = rows
  if (!flow) throw createNotRequestedError()
  return flow
}

/**
 * Rejects a browser that didn't begin the sign-in, so no one is signed in with another person's
 * answer.
 */
export function requireSameBrowser(flow: PendingSignIn, browser: string): void {
  if (hashText(browser) !== flow.browser)
    throw new SsoError('other_browser', ssoPageMessages.otherBrowser)
}

/**
 * Saves the provider's claims once. Rejects a second answer to the same sign-in, and an assertion
 * that was already used.
 */
export async function saveClaimsOnce(
  trx: Connection,
  flow: PendingSignIn,
  { claims, assertion, now }: { claims: Claims; assertion: Assertion | null; now: string },
): Promise<void> {
  const { numAffectedRows } = await sql`
    update sign_on_flows set answered_at = ${now}, claims = ${JSON.stringify(claims)}::jsonb
    where state = ${flow.state} and answered_at is null`.execute(trx)
  if (numAffectedRows !== 1n) throw createReplayedError()
  if (!assertion) return
  const { numAffectedRows: savedAssertions } = await sql`
    insert into sign_on_assertions (sign_on_id, hash, expires_at)
    values (${flow.signOnId}, ${hashText(assertion.id)}, ${assertion.expiresAt})
    on conflict do nothing`.execute(trx)
  if (savedAssertions !== 1n) throw createReplayedError()
}

/** The ID that makes an assertion count once, and until when it must be remembered. */
export type Assertion = { id: string; expiresAt: string }

const createReplayedError = () => new SsoError('replayed', ssoPageMessages.responseUsed)

/** Ends a sign-in once; returns false if it had already ended. */
export async function endPendingSignIn(
  trx: Connection,
  { state }: PendingSignIn,
  now: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update sign_on_flows set ended_at = ${now}
    where state = ${state} and ended_at is null`.execute(trx)
  return numAffectedRows === 1n
}

/** Finds the last test sign-in that the provider answered. */
export async function findLastTestSignIn(
  connection: Connection,
  { of: ownerKind, id }: SignInOwner,
): Promise<(PendingSignIn & { claims: Claims }) | null> {
  const { rows } = await sql<PendingSignIn & { claims: Claims }>`
    select * from sign_on_flows
    where ${sql.ref(ownerColumns[ownerKind])} = ${id} and purpose = 'test' and claims is not null
    order by begun_at desc limit 1`.execute(connection)
  return rows[0] ?? null
}

/**
 * Deletes sign-ins older than a day and expired assertions. Keeps the last answered test of each
 * setup.
 */
export async function purgePendingSignIns({ db, now }: Platform): Promise<void> {
  const at = now()
  const old = new Date(at.getTime() - 24 * 60 * 60_000).toISOString()
  await sql`delete from sign_on_flows where begun_at < ${old} and state not in (
    select distinct on (sign_on_id, member_sign_on_id, provider_id) state from sign_on_flows
    where purpose = 'test' and claims is not null
    order by sign_on_id, member_sign_on_id, provider_id, begun_at desc)`.execute(db)
  await sql`delete from sign_on_assertions where expires_at < ${at.toISOString()}`.execute(db)
}
