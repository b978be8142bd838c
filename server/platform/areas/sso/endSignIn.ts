import type { Request } from 'express'
import { storeAdminIdentifier } from '#shared/engine/user.ts'
import { issueToken } from '#server/platform/core/auth/tokens.ts'
import { auditor } from '#server/platform/core/audit/audit.ts'
import { failed, passed } from '#server/platform/core/integrations/integration.ts'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import { OutgoingFault } from '#server/platform/core/outgoing/faults.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import type { Connection } from '#server/platform/database/schema.ts'
import { runSettled } from '../stores/settleStores.ts'
import { accountKnown, keepAccount } from './accounts.ts'
import { adminSignOn } from './adminSignOn.ts'
import type { Claims } from './claims.ts'
import { requireTrustedSetup } from './degradedSetup.ts'
import { SignOnFault } from './faults.ts'
import { endFlow, keepAnswer } from './flows.ts'
import type { Assertion, Flow } from './flows.ts'
import { leadOf } from './lead.ts'
import type { Lead } from './lead.ts'
import { proveSignIn, workOf } from './prove.ts'
import type { SignInWork } from './prove.ts'
import type { SetUp } from './setUp.ts'
import { ssoPageMessages as say } from './messages.ts'

type Visit = { flow: Flow; setUp: SetUp; request: Request }
type Said = { claims: Claims; assertion: Assertion | null }

/** Keeps what a provider said, which counts once. */
export const keepSaid = ({ db, now }: Platform, flow: Flow, said: Said): Promise<void> =>
  db.transaction().execute((trx) => keepAnswer(trx, flow, { ...said, now: now().toISOString() }))

/** Ends a sign-in that the provider's answer does not allow: a test keeps why. */
export async function failSignIn(platform: Platform, visit: Visit, error: unknown): Promise<void> {
  if (!(error instanceof SignOnFault) && !(error instanceof OutgoingFault)) return
  // Whoever sends an answer again takes nothing from the first one.
  if (error.code === 'replayed') return
  await runSettled(platform, async (trx) => {
    const work = workOf(platform, trx, visit)
    if (!(await endFlow(trx, visit.flow, work.now))) return
    if (visit.flow.purpose === 'test') await prove(work, visit, failed(error.code, error.sentence))
    else
      await work.audit({
        event: 'auth.refused',
        stream: 'security',
        target: storeTarget(visit),
        cause: error.code,
      })
  })
}

type Ended = {
  status: number
  token: string | null
  page: { title: string; paragraphs: string[]; facts?: [string, string][] }
}

/** Ends a sign-in that the provider has answered: a test keeps what it would have led to and gives no session. */
export const endSignIn = (platform: Platform, visit: Visit): Promise<Ended> =>
  runSettled(platform, async (trx) => {
    const { flow, setUp } = visit
    const work = workOf(platform, trx, visit)
    const { claims } = flow
    if (!claims || !(await endFlow(trx, flow, work.now)))
      throw new SignOnFault('not_answered', say.noResponse)
    const known = await accountKnown(trx, claims, setUp)
    const lead = leadOf(claims, setUp.mapped, () => known)
    return flow.purpose === 'test' ? endTest(work, visit, lead) : signOn(trx, work, visit, lead)
  })

const storeTarget = ({ setUp: { store } }: Visit) => ({
  type: 'stores',
  id: store.id,
  label: store.name,
  storeId: store.id,
})

const prove = (work: SignInWork, { flow, setUp }: Visit, result: StepResult) =>
  proveSignIn(adminSignOn, work, { flow, id: setUp.record.id }, result)

async function endTest(work: SignInWork, visit: Visit, lead: Lead): Promise<Ended> {
  const { store } = visit.setUp
  const isRefused = lead.outcome === 'refused'
  const result = isRefused ? failed('refused', lead.sentence) : passed(lead.sentence)
  await prove(work, visit, result)
  return {
    status: 200,
    token: null,
    page: {
      title: isRefused ? say.testFailed : say.testPassed,
      paragraphs: [lead.sentence, say.onlyTested(store.name), say.closePage],
      facts: Object.entries(visit.flow.claims ?? {}).map(([name, values]) => [
        name,
        values.join(', '),
      ]),
    },
  }
}

async function signOn(trx: Connection, work: SignInWork, visit: Visit, lead: Lead): Promise<Ended> {
  const { store, record } = visit.setUp
  // The setup may have been disabled, or changed, since this sign-in began.
  await requireTrustedSetup(trx, record)
  if (lead.outcome === 'refused' || !lead.person) {
    await work.audit({
      event: 'auth.refused',
      stream: 'security',
      target: storeTarget(visit),
      after: { with: 'sign-on' },
    })
    return {
      status: 403,
      token: null,
      page: { title: say.couldNotSignIn(store.name), paragraphs: [lead.sentence] },
    }
  }
  const { person } = lead
  const audit = auditor(trx, { asked: work.asked, now: work.now, actor: person.email })
  const id = await keepAccount(trx, { ...work, audit }, visit.setUp, person)
  await audit({
    event: 'auth.signedIn',
    stream: 'security',
    target: storeTarget(visit),
    after: { with: 'sign-on' },
  })
  const admin = { id, sIdentifier: storeAdminIdentifier }
  const token = await issueToken(trx, admin, { now: work.now, storeId: store.id, ...work.asked })
  return {
    status: 200,
    token,
    page: {
      title: say.signedIn(store.name),
      paragraphs: [say.signedInAs(person.email)],
    },
  }
}
