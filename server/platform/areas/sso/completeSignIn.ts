import type { Request } from 'express'
import { storeAdminIdentifier } from '#shared/engine/user.ts'
import { issueToken } from '#server/platform/core/auth/tokens.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import { failStep, passStep } from '#server/platform/core/integrations/integration.ts'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { runWithStoreStats } from '../stores/recomputeStoreStats.ts'
import { findKnownAccount, saveSsoAccount } from './ssoAccounts.ts'
import { adminSsoIntegration } from './adminSso.ts'
import type { Claims } from './claims.ts'
import { requireTrustedSetup } from './trustedSetup.ts'
import { SsoError } from './ssoError.ts'
import { endPendingSignIn, saveClaims } from './pendingSignIns.ts'
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
  said: ProviderAnswer,
): Promise<void> =>
  db.transaction().execute((trx) => saveClaims(trx, flow, { ...said, now: now().toISOString() }))

/** Ends a sign-in that the provider's answer doesn't allow. A test saves the reason. */
export async function failSignIn(
  platform: Platform,
  visit: SignInVisit,
  error: unknown,
): Promise<void> {
  if (!(error instanceof SsoError) && !(error instanceof NetworkError)) return
  // A replayed response must not end the sign-in of the first one.
  if (error.code === 'replayed') return
  await runWithStoreStats(platform, async (trx) => {
    const work = createSignInContext(platform, trx, visit)
    if (!(await endPendingSignIn(trx, visit.flow, work.now))) return
    if (visit.flow.purpose === 'test')
      await saveAdminTestResult(work, visit, failStep(error.code, error.sentence))
    else
      await work.audit({
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
export const completeSignIn = (platform: Platform, visit: SignInVisit): Promise<SignInResult> =>
  runWithStoreStats(platform, async (trx) => {
    const { flow, setup: setUp } = visit
    const work = createSignInContext(platform, trx, visit)
    const { claims } = flow
    if (!claims || !(await endPendingSignIn(trx, flow, work.now)))
      throw new SsoError('not_answered', ssoPageMessages.noResponse)
    const known = await findKnownAccount(trx, claims, setUp)
    const lead = getSignInOutcome(claims, setUp.claimMapping, () => known)
    return flow.purpose === 'test'
      ? completeAdminTest(work, visit, lead)
      : startAdminSession(trx, work, visit, lead)
  })

const toStoreTarget = ({ setup: { store } }: SignInVisit) => ({
  type: 'stores',
  id: store.id,
  label: store.name,
  storeId: store.id,
})

const saveAdminTestResult = (
  work: SignInContext,
  { flow, setup: setUp }: SignInVisit,
  result: StepResult,
) => saveTestSignIn(adminSsoIntegration, work, { flow, id: setUp.record.id }, result)

async function completeAdminTest(
  work: SignInContext,
  visit: SignInVisit,
  lead: SignInOutcome,
): Promise<SignInResult> {
  const { store } = visit.setup
  const isRefused = lead.outcome === 'refused'
  const result = isRefused ? failStep('refused', lead.sentence) : passStep(lead.sentence)
  await saveAdminTestResult(work, visit, result)
  return {
    status: 200,
    token: null,
    page: {
      title: isRefused ? ssoPageMessages.testFailed : ssoPageMessages.testPassed,
      paragraphs: [
        lead.sentence,
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
  work: SignInContext,
  visit: SignInVisit,
  lead: SignInOutcome,
): Promise<SignInResult> {
  const { store, record } = visit.setup
  // The setup may have been disabled or changed since this sign-in began.
  await requireTrustedSetup(trx, record)
  if (lead.outcome === 'refused' || !lead.person) {
    await work.audit({
      event: 'auth.refused',
      stream: 'security',
      target: toStoreTarget(visit),
      after: { with: 'sign-on' },
    })
    return {
      status: 403,
      token: null,
      page: { title: ssoPageMessages.couldNotSignIn(store.name), paragraphs: [lead.sentence] },
    }
  }
  const { person } = lead
  const audit = createAuditor(trx, { asked: work.asked, now: work.now, actor: person.email })
  const id = await saveSsoAccount(trx, { ...work, audit }, visit.setup, person)
  await audit({
    event: 'auth.signedIn',
    stream: 'security',
    target: toStoreTarget(visit),
    after: { with: 'sign-on' },
  })
  const admin = { id, sIdentifier: storeAdminIdentifier }
  const token = await issueToken(trx, admin, { now: work.now, storeId: store.id, ...work.asked })
  return {
    status: 200,
    token,
    page: {
      title: ssoPageMessages.signedIn(store.name),
      paragraphs: [ssoPageMessages.signedInAs(person.email)],
    },
  }
}
