import type { Request } from 'express'
import { storeAdminIdentifier } from '#shared/engine/user.ts'
import { issueToken } from '#server/platform/core/auth/tokens.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import { failStep, passStep } from '#server/platform/core/integrations/integration.ts'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { runInTransaction } from '#server/platform/core/http/performWrite.ts'
import { findKnownAccount, saveSsoAccount } from './ssoAccounts.ts'
import { adminSsoIntegration } from './adminSso.ts'
import type { Claims } from './claims.ts'
import { requireTrustedSetup } from './trustedSetup.ts'
import { SsoError } from './ssoError.ts'
import { endPendingSignIn, saveClaimsOnce } from './pendingSignIns.ts'
import type { Assertion, PendingSignIn } from './pendingSignIns.ts'
import { getSignInOutcome } from './claimMapping.ts'
import type { SignInOutcome } from './claimMapping.ts'
import { saveTestSignIn, createSignInContext } from './saveTestSignIn.ts'
import type { SignInContext } from './saveTestSignIn.ts'
import type { AdminSsoSetup } from './adminSsoSetup.ts'
import { ssoPageMessages } from './messages.ts'

type SignInVisit = { flow: PendingSignIn; setup: AdminSsoSetup; request: Request }
type ProviderAnswer = { claims: Claims; assertion: Assertion | null }

/** Saves a provider's answer, which counts once. */
export const saveProviderAnswer = (
  { db, now }: Platform,
  flow: PendingSignIn,
  answer: ProviderAnswer,
): Promise<void> =>
  db
    .transaction()
    .execute((trx) => saveClaimsOnce(trx, flow, { ...answer, now: now().toISOString() }))

/** Ends a sign-in that the provider's answer doesn't allow. A test saves the reason. */
export async function failAdminSsoSignIn(
  platform: Platform,
  visit: SignInVisit,
  error: unknown,
): Promise<void> {
  if (!(error instanceof SsoError) && !(error instanceof NetworkError)) return
  // A replayed response must not end the sign-in of the first one.
  if (error.code === 'replayed') return
  await runInTransaction(platform, async (trx) => {
    const context = createSignInContext(platform, trx, visit)
    if (!(await endPendingSignIn(trx, visit.flow, context.now))) return
    if (visit.flow.purpose === 'test')
      await saveAdminTestResult(context, visit, failStep(error.code, error.sentence))
    else
      await context.audit({
        event: 'auth.refused',
        stream: 'security',
        target: toStoreTarget(visit),
        cause: error.code,
      })
  })
}

type SignInResult = {
  status: number
  token: string | null
  page: { title: string; paragraphs: string[]; facts?: [string, string][] }
}

/**
 * Completes a sign-in that the provider answered. A test saves its outcome and starts no session.
 */
export const completeAdminSsoSignIn = (
  platform: Platform,
  visit: SignInVisit,
): Promise<SignInResult> =>
  runInTransaction(platform, async (trx) => {
    const { flow, setup } = visit
    const context = createSignInContext(platform, trx, visit)
    const { claims } = flow
    if (!claims || !(await endPendingSignIn(trx, flow, context.now)))
      throw new SsoError('not_answered', ssoPageMessages.noResponse)
    const account = await findKnownAccount(trx, claims, setup)
    const outcome = getSignInOutcome(claims, setup.claimMapping, () => account)
    return flow.purpose === 'test'
      ? completeAdminTest(context, visit, outcome)
      : startAdminSession(trx, context, visit, outcome)
  })

const toStoreTarget = ({ setup: { store } }: SignInVisit) => ({
  type: 'stores',
  id: store.id,
  label: store.name,
  storeId: store.id,
})

const saveAdminTestResult = (
  context: SignInContext,
  { flow, setup }: SignInVisit,
  result: StepResult,
) => saveTestSignIn(adminSsoIntegration, context, { flow, id: setup.record.id }, result)

async function completeAdminTest(
  context: SignInContext,
  visit: SignInVisit,
  outcome: SignInOutcome,
): Promise<SignInResult> {
  const { store } = visit.setup
  const isRefused = outcome.outcome === 'refused'
  const result = isRefused ? failStep('refused', outcome.sentence) : passStep(outcome.sentence)
  await saveAdminTestResult(context, visit, result)
  return {
    status: 200,
    token: null,
    page: {
      title: isRefused ? ssoPageMessages.testFailed : ssoPageMessages.testPassed,
      paragraphs: [
        outcome.sentence,
        ssoPageMessages.onlyTested(store.name),
        ssoPageMessages.closePage,
      ],
      facts: Object.entries(visit.flow.claims ?? {}).map(([name, values]) => [
        name,
        values.join(', '),
      ]),
    },
  }
}

async function startAdminSession(
  trx: Connection,
  context: SignInContext,
  visit: SignInVisit,
  outcome: SignInOutcome,
): Promise<SignInResult> {
  const { store, record } = visit.setup
  // The setup may have been disabled or changed since this sign-in began.
  await requireTrustedSetup(trx, record)
  if (outcome.outcome === 'refused' || !outcome.person) {
    await context.audit({
      event: 'auth.refused',
      stream: 'security',
      target: toStoreTarget(visit),
      after: { with: 'sign-on' },
    })
    return {
      status: 403,
      token: null,
      page: { title: ssoPageMessages.couldNotSignIn(store.name), paragraphs: [outcome.sentence] },
    }
  }
  const { person } = outcome
  const audit = createAuditor(trx, { asked: context.asked, now: context.now, actor: person.email })
  const id = await saveSsoAccount(trx, { ...context, audit }, visit.setup, person)
  await audit({
    event: 'auth.signedIn',
    stream: 'security',
    target: toStoreTarget(visit),
    after: { with: 'sign-on' },
  })
  const admin = { id, sIdentifier: storeAdminIdentifier }
  const token = await issueToken(trx, admin, {
    now: context.now,
    storeId: store.id,
    ...context.asked,
  })
  return {
    status: 200,
    token,
    page: {
      title: ssoPageMessages.signedIn(store.name),
      paragraphs: [ssoPageMessages.signedInAs(person.email)],
    },
  }
}
