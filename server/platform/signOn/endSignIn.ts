import type { Request } from 'express'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { adminSignOns } from '#shared/resources/adminSignOns.ts'
import { issueToken } from '../accounts/tokens.ts'
import { auditor, targetOf } from '../audit/audit.ts'
import { askedOf, requestIdOf } from '../http/asked.ts'
import { failed, passed } from '../integrations/integration.ts'
import type { StepResult } from '../integrations/integration.ts'
import { written } from '../integrations/runSteps.ts'
import { proveStep } from '../integrations/testJob.ts'
import { OutgoingFault } from '../outgoing/faults.ts'
import type { Platform } from '../platform.ts'
import { scopedTo } from '../records/inScope.ts'
import { lockRecord } from '../records/read.ts'
import type { Connection } from '../schema.ts'
import { settleStores } from '../stores/settleStores.ts'
import { accountKnown, keepAccount } from './accounts.ts'
import { adminSignOn, signInStep } from './adminSignOn.ts'
import type { Claims } from './claims.ts'
import { SignOnFault } from './faults.ts'
import { endFlow, keepAnswer } from './flows.ts'
import type { Assertion, Flow } from './flows.ts'
import { leadOf } from './lead.ts'
import type { Lead } from './lead.ts'
import type { SetUp } from './setUp.ts'

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
  await platform.db.transaction().execute(async (trx) => {
    const work = workOf(platform, trx, visit)
    if (!(await endFlow(trx, visit.flow, work.now))) return
    if (visit.flow.purpose === 'test')
      await prove(trx, work, visit, failed(error.code, error.sentence))
    else
      await work.audit({
        event: 'auth.refused',
        stream: 'security',
        target: storeTarget(visit),
        cause: error.code,
      })
    await settleStores(trx, platform.now())
  })
}

type Ended = {
  status: number
  token: string | null
  page: { title: string; paragraphs: string[]; facts?: [string, string][] }
}

/** Ends a sign-in that the provider has answered: a test keeps what it would have led to and gives no session. */
export const endSignIn = (platform: Platform, visit: Visit): Promise<Ended> =>
  platform.db.transaction().execute(async (trx) => {
    const { flow, setUp } = visit
    const work = workOf(platform, trx, visit)
    const { claims } = flow
    if (!claims || !(await endFlow(trx, flow, work.now)))
      throw new SignOnFault('not_answered', 'The provider has not answered yet. Begin again.')
    const known = await accountKnown(trx, claims, setUp)
    const lead = leadOf(claims, setUp.mapped, () => known)
    const ended =
      flow.purpose === 'test'
        ? await endTest(trx, work, visit, lead)
        : await signOn(trx, work, visit, lead)
    await settleStores(trx, platform.now())
    return ended
  })

type Work = ReturnType<typeof workOf>

function workOf(platform: Platform, trx: Connection, { flow, request }: Visit) {
  const now = platform.now().toISOString()
  const asked = askedOf(request, requestIdOf(request), Buffer.alloc(0))
  return { trx, now, asked, audit: auditor(trx, { asked, now, actor: flow.actor }) }
}

const storeTarget = ({ setUp: { store } }: Visit) => ({
  type: 'stores',
  id: store.id,
  label: store.name,
  storeId: store.id,
})

async function prove(
  trx: Connection,
  work: Work,
  { flow, setUp }: Visit,
  result: StepResult,
): Promise<void> {
  const all = scopedTo({ storeIds: null }, adminSignOns)
  const record = await lockRecord(trx, all, setUp.record.id, null)
  await proveStep(adminSignOn, work as Parameters<typeof proveStep>[1], record, {
    actor: flow.actor,
    version: flow.version,
    step: written(signInStep, result, null),
  })
  await work.audit({
    event: `${adminSignOns.name}.tried`,
    stream: 'integrations',
    target: targetOf(adminSignOns, record as AnyRecord),
    after: { outcome: result.outcome },
    ...(result.outcome === 'failed' ? { cause: result.sentence } : {}),
  })
}

async function endTest(trx: Connection, work: Work, visit: Visit, lead: Lead): Promise<Ended> {
  const { store } = visit.setUp
  const isRefused = lead.outcome === 'refused'
  const result = isRefused ? failed('refused', lead.sentence) : passed(lead.sentence)
  await prove(trx, work, visit, result)
  return {
    status: 200,
    token: null,
    page: {
      title: isRefused ? 'The test sign-in failed' : 'The test sign-in passed',
      paragraphs: [
        `${lead.sentence} This was a test: nobody was signed on to ${store.name}, and no account was made.`,
        'You can close this page. The set-up shows what came of it.',
      ],
      facts: Object.entries(visit.flow.claims ?? {}).map(([name, values]) => [
        name,
        values.join(', '),
      ]),
    },
  }
}

async function signOn(trx: Connection, work: Work, visit: Visit, lead: Lead): Promise<Ended> {
  const { store } = visit.setUp
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
      page: { title: `No sign-on to ${store.name}`, paragraphs: [lead.sentence] },
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
  const token = await issueToken(trx, id, { now: work.now, ...work.asked })
  return {
    status: 200,
    token,
    page: {
      title: `Signed on to ${store.name}`,
      paragraphs: [`You are signed on as ${person.email}.`],
    },
  }
}
