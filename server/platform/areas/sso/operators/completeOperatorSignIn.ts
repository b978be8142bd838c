import { string, type } from 'superstruct'
import { providerFailures } from '#shared/areas/signIn/providerFailureMessages.ts'
import type { ProviderFailure } from '#shared/areas/signIn/providerFailureMessages.ts'
import { is } from '#shared/engine/is.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import type { AuditEntry } from '#server/platform/core/audit/audit.ts'
import { issueToken } from '#server/platform/core/auth/tokens.ts'
import type { CallResult } from '#server/platform/core/http/call.ts'
import { runInTransaction } from '#server/platform/core/http/performWrite.ts'
import { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import type { ApiRequest } from '#server/platform/core/platform/apiRequest.ts'
import { badRequest, HttpError } from '#server/platform/core/platform/httpError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import {
  respondToSignIn,
  createFactorDemand,
  createSecondFactorError,
  findDevice,
  recordSignInDevice,
  parseDevices,
} from '#server/platform/areas/signIn/index.ts'
import type { Claims } from '../claims.ts'
import { discoverOidcProvider, fetchOidcClaims } from '../oidc/oidcClient.ts'
import {
  endPendingSignIn,
  loadPendingOperatorSignIn,
  requireSameBrowser,
  saveClaimsOnce,
} from '../pendingSignIns.ts'
import type { PendingSignIn } from '../pendingSignIns.ts'
import { SsoError } from '../ssoError.ts'
import { mapClaimsToOperator, rejectOperator } from './mapClaimsToOperator.ts'
import type { OperatorRejection } from './mapClaimsToOperator.ts'
import { providerMessages, providerOutcomes } from './messages.ts'
import { matchOperator, saveOperator } from './operatorAccounts.ts'
import {
  buildRedirectUri,
  findProvider,
  findUsableProviders,
  getGroupsClaim,
} from './providerSettings.ts'
import type { ProviderRecord } from './providerSettings.ts'
import { saveOperatorTest } from './testSignIn.ts'

const CallbackBody = type({ search: string(), browser: string() })

/**
 * POST /auth/providers/callback: completes a sign-in with the query of the provider's redirect. A
 * test sign-in saves its result and signs no one in.
 */
export async function handleProviderCallback(
  request: ApiRequest,
  platform: Platform,
): Promise<CallResult> {
  const { body } = request
  if (!is(body, CallbackBody)) throw badRequest(providerMessages.body)
  const url = new URL(buildRedirectUri(platform))
  url.search = body.search
  const flow = await findFlow(platform, url, body.browser)
  const provider = flow && (await findProvider(platform, flow.providerId))
  if (!flow || !provider) throw createRejection('expired')
  const { record, settings } = provider
  const isTest = flow.purpose === 'test'
  try {
    const oidcProvider = await discoverOidcProvider(platform.outgoing, settings)
    const wanted = ['email', ...(record.groupRules === null ? [] : [getGroupsClaim(record)])]
    const claims = await fetchOidcClaims(oidcProvider, url, flow, wanted)
    if (isTest) await saveOperatorTest(platform, { request, flow, record, claims })
    else return await signIn(request, platform, { flow, record, claims })
  } catch (error) {
    if (!(error instanceof SsoError) && !(error instanceof NetworkError)) throw error
    if (isTest) await saveOperatorTest(platform, { request, flow, record, error })
    else await failSignIn(request, platform, { flow, record, error })
  }
  return { status: 200, body: { tested: record.id } }
}

/** Finds the sign-in that this browser began; null if it expired, ended, or is another browser's. */
async function findFlow(platform: Platform, url: URL, browser: string) {
  try {
    const state = url.searchParams.get('state') ?? ''
    const flow = await loadPendingOperatorSignIn(platform, state)
    requireSameBrowser(flow, browser)
    return flow
  } catch (error) {
    if (error instanceof SsoError) return null
    throw error
  }
}

/** Rejects a sign-in. The code says what the sign-in page shows. */
const createRejection = (reason: ProviderFailure) =>
  new HttpError(401, 'refused', providerFailures[reason], { reason })

type Visit = { flow: PendingSignIn; record: ProviderRecord }

/** Ends a sign-in that the provider's answer doesn't allow, logs why, and rejects it. */
async function failSignIn(
  request: ApiRequest,
  platform: Platform,
  { flow, record, error }: Visit & { error: SsoError | NetworkError },
): Promise<never> {
  const now = platform.now().toISOString()
  await runInTransaction(platform, async (trx) => {
    await endPendingSignIn(trx, flow, now)
    const audit = createAuditor(trx, { asked: request, now, actor: 'unknown' })
    await audit(toRejectedEntry(record, error.sentence))
  })
  throw createRejection(failureByCode[error.code] ?? 'unavailable')
}

const failureByCode: Record<string, ProviderFailure> = {
  access_denied: 'cancelled',
  invalid_grant: 'expired',
  replayed: 'expired',
}

const toRejectedEntry = ({ name }: ProviderRecord, cause: string): AuditEntry => ({
  event: 'auth.refused',
  cause,
  severity: 'warning',
  after: { with: name },
})

/** Signs in the operator that the claims describe, or asks for their second factor. */
async function signIn(
  request: ApiRequest,
  platform: Platform,
  { flow, record, claims }: Visit & { claims: Claims },
): Promise<CallResult> {
  const now = platform.now().toISOString()
  const operator = mapClaimsToOperator(claims, record)
  const result = await runInTransaction(platform, async (trx) => {
    await saveClaimsOnce(trx, flow, { claims, assertion: null, now })
    await endPendingSignIn(trx, flow, now)
    const actor = operator.email || operator.subject
    const audit = createAuditor(trx, { asked: request, now, actor })
    const reject = async ({ failure, sentence }: OperatorRejection) => {
      await audit(toRejectedEntry(record, sentence))
      return { failure }
    }
    if (!(await isUsable(trx, record)))
      return reject(rejectOperator('notActive', providerOutcomes.notActive))
    const match = await matchOperator(trx, { claims, operator, record })
    if ('rejection' in match) return reject(match.rejection)
    const user = await saveOperator(trx, { now, audit }, { match, operator, record })
    if (!user) return reject(rejectOperator('inactive', providerOutcomes.inactive(actor)))
    const demand = operator.hasSecondFactor
      ? null
      : await createFactorDemand(trx, platform, { userId: user.id, email: user.email, now })
    const event = demand ? 'auth.factorRequested' : 'auth.signedIn'
    await audit({ event, after: { with: record.name } })
    if (demand) return { demand }
    const device = findDevice(platform.secrets, user.email, parseDevices(request.body))
    const context = { trx, platform, now, audit }
    const wakeEmailQueue = await recordSignInDevice(context, { user, request, device })
    const token = await issueToken(trx, user, { now, ...request })
    return { signedIn: { token, user, wakeEmailQueue }, device }
  })
  if ('failure' in result) throw createRejection(result.failure)
  if ('demand' in result) throw createSecondFactorError(result.demand)
  return respondToSignIn(platform, result.signedIn, result.device)
}

/** Whether the provider is still in use, with the settings that the sign-in began with. */
async function isUsable(trx: Connection, { id, settingsVersion }: ProviderRecord) {
  const usable = await findUsableProviders(trx)
  return usable.some((one) => one.id === id && one.version === settingsVersion)
}
