import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import type { Claims } from './claims.ts'
import { SignOnFault } from './faults.ts'
import { oidcSecrets } from './oidc/oidcParty.ts'
import { requestLifeMs } from './saml/samlParty.ts'
import { ssoPageMessages as say } from './messages.ts'

/** Whose settings a sign-in may be by, and the column that names them. */
const owners = { adminSignOns: 'signOnId', memberSignOns: 'memberSignOnId' } as const
export type Owner = { of: keyof typeof owners; id: number }

/** A sign-in that is under way: a test, which gives no session, or one that counts. */
export type Flow = {
  state: string
  signOnId: number | null
  memberSignOnId: number | null
  purpose: 'test' | 'signOn'
  version: number
  actor: string
  /** The hash of what the browser that began it holds. */
  browser: string
  requestId: string
  nonce: string
  verifier: string
  begunAt: string
  answeredAt: string | null
  endedAt: string | null
  claims: Claims | null
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Keeps a new sign-in; `browser` is what its browser must show at the end. */
export async function beginFlow(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  { of, id }: Owner,
  begun: Pick<Flow, 'purpose' | 'version' | 'actor'>,
): Promise<{ flow: Flow; browser: string }> {
  const browser = randomBytes(32).toString('base64url')
  const secrets = oidcSecrets(randomBytes(24).toString('base64url'))
  const flow: Flow = {
    ...begun,
    ...secrets,
    signOnId: null,
    memberSignOnId: null,
    [owners[of]]: id,
    browser: hashOf(browser),
    requestId: `_${randomBytes(20).toString('hex')}`,
    begunAt: now().toISOString(),
    answeredAt: null,
    endedAt: null,
    claims: null,
  }
  await sql`insert into sign_on_flows
    (state, sign_on_id, member_sign_on_id, purpose, version, actor, browser, request_id, nonce, verifier, begun_at)
    values (${flow.state}, ${flow.signOnId}, ${flow.memberSignOnId}, ${flow.purpose}, ${flow.version},
      ${flow.actor}, ${flow.browser}, ${flow.requestId}, ${flow.nonce}, ${flow.verifier}, ${flow.begunAt})`.execute(
    db,
  )
  return { flow, browser }
}

const gone = () => new SignOnFault('not_asked', say.notRequested)

/** The sign-in of this state at a store, where it is still waited for. */
export async function flowOf(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  of: Owner['of'],
  storeId: number,
  state: string,
): Promise<Flow> {
  const oldest = new Date(now().getTime() - requestLifeMs).toISOString()
  const { rows } = await sql<Flow>`
    select sign_on_flows.* from sign_on_flows
    join ${sql.table(of)} as settings on settings.id = ${sql.ref(owners[of])}
    where sign_on_flows.state = ${state} and store_id = ${storeId} and ended_at is null and begun_at > ${oldest}`.execute(
    db,
  )
  const [flow] = rows
  if (!flow) throw gone()
  return flow
}

/** Refuses a browser that did not begin it: nobody is signed on by somebody else's answer. */
export function demandBrowser(flow: Flow, browser: string): void {
  if (hashOf(browser) !== flow.browser) throw new SignOnFault('other_browser', say.otherBrowser)
}

/** Keeps what the provider said, once: a second answer to the same sign-in is refused, and so is an assertion that was used. */
export async function keepAnswer(
  trx: Connection,
  flow: Flow,
  { claims, assertion, now }: { claims: Claims; assertion: Assertion | null; now: string },
): Promise<void> {
  const { numAffectedRows } = await sql`
    update sign_on_flows set answered_at = ${now}, claims = ${JSON.stringify(claims)}::jsonb
    where state = ${flow.state} and answered_at is null`.execute(trx)
  if (numAffectedRows !== 1n) throw used()
  if (!assertion) return
  const { numAffectedRows: kept } = await sql`
    insert into sign_on_assertions (sign_on_id, hash, expires_at)
    values (${flow.signOnId}, ${hashOf(assertion.id)}, ${assertion.expiresAt})
    on conflict do nothing`.execute(trx)
  if (kept !== 1n) throw used()
}

/** What makes an answer count once, and until when it must be remembered. */
export type Assertion = { id: string; expiresAt: string }

const used = () => new SignOnFault('replayed', say.responseUsed)

/** Ends a sign-in, once; false where it had ended. */
export async function endFlow(trx: Connection, { state }: Flow, now: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update sign_on_flows set ended_at = ${now}
    where state = ${state} and ended_at is null`.execute(trx)
  return numAffectedRows === 1n
}

/** The last test sign-in that the provider answered. */
export async function lastTestOf(
  connection: Connection,
  { of, id }: Owner,
): Promise<(Flow & { claims: Claims }) | null> {
  const { rows } = await sql<Flow & { claims: Claims }>`
    select * from sign_on_flows
    where ${sql.ref(owners[of])} = ${id} and purpose = 'test' and claims is not null
    order by begun_at desc limit 1`.execute(connection)
  return rows[0] ?? null
}

/** Forgets sign-ins and assertions that count no more; of the tests that were answered the last of each set-up stays. */
export async function forgetFlows({ db, now }: Platform): Promise<void> {
  const at = now()
  const old = new Date(at.getTime() - 24 * 60 * 60_000).toISOString()
  await sql`delete from sign_on_flows where begun_at < ${old} and state not in (
    select distinct on (sign_on_id, member_sign_on_id) state from sign_on_flows
    where purpose = 'test' and claims is not null
    order by sign_on_id, member_sign_on_id, begun_at desc)`.execute(db)
  await sql`delete from sign_on_assertions where expires_at < ${at.toISOString()}`.execute(db)
}
