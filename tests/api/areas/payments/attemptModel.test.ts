import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createActor } from 'xstate'
import { paymentAttemptMachine } from '#machines/paymentAttempt.ts'
import { createAuditor } from '#server/platform/core/audit/audit.ts'
import { HttpError } from '#server/platform/core/platform/httpError.ts'
import { recordEvent } from '#server/platform/areas/payments/webhooks/recordEvent.ts'
import { toPaymentSetup } from '#server/platform/areas/payments/setups/paymentSetup.ts'
import { findLastAttempt } from '#server/platform/areas/payments/attempts.ts'
import { retryPendingCharges } from '#server/platform/areas/payments/charges/pendingCharges.ts'
import {
  requestCharge,
  prepareOrderCharge,
} from '#server/platform/areas/payments/charges/chargeOrder.ts'
import { saveChargeResult } from '#server/platform/areas/payments/charges/saveChargeResult.ts'
import { checkProcessingCharges } from '#server/platform/areas/payments/charges/processingCharges.ts'
import { attemptChanges, attemptStates } from '#shared/areas/payments/attempts.ts'
import type { AttemptChange, AttemptFacts, AttemptState } from '#shared/areas/payments/attempts.ts'
import { paymentSetups } from '#shared/areas/payments/paymentSetups.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { insertFailedOrder } from '#tests/api/support/orders.ts'
import { insertRows, buildSampleValues } from '#tests/api/support/records.ts'
import { SlowProvider } from '#tests/api/support/slowProvider.ts'
import type { PaymentStatus } from '#tests/api/support/slowProvider.ts'
import { replaceCharges } from '#tests/api/support/replaceCharges.ts'
import { createStore } from '#tests/api/support/stores.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** When the charging process is killed; null if it isn't. */
const kills = [null, 'before the call', 'after the call', 'before the commit'] as const
type Kill = (typeof kills)[number]

type Step =
  | { do: 'charge'; status: PaymentStatus; isHeard: boolean; kill: Kill }
  | { do: 'keepCharges'; status: PaymentStatus; isHeard: boolean }
  | { do: 'checkProcessing' }
  | { do: 'decide'; which: number; status: 'paid' | 'failed' }
  | { do: 'deliver'; which: number; isTwice: boolean }
  | { do: 'operator'; what: 'schedule' | 'link' | 'dismiss' | 'reopen' | 'settle' }
  | { do: 'wait'; ms: number }

const statuses = fc.constantFrom<PaymentStatus>('processing', 'waiting', 'paid', 'failed')
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('charge' as const),
      status: statuses,
      isHeard: fc.boolean(),
      kill: fc.constantFrom(...kills),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('keepCharges' as const),
      status: statuses,
      isHeard: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'checkProcessing' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      which: fc.nat(9),
      status: fc.constantFrom('paid' as const, 'failed' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('deliver' as const),
      which: fc.nat(9),
      isTwice: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('operator' as const),
      what: fc.constantFrom(
        'schedule' as const,
        'link' as const,
        'dismiss' as const,
        'reopen' as const,
        'settle' as const,
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(minute, 3 * minute, 2 * hour, 25 * hour, 3 * day),
    }),
  },
)

const states = Object.keys(attemptStates) as AttemptState[] // The keys of attemptStates.
const facts: AttemptFacts = {
  reason: 'insufficient_funds',
  retryable: 'yes',
  attempt: 1,
  unclear: false,
}
const failures = [1, 2, 3, 4].map((attempt) => ({
  type: 'fail' as const,
  facts: { ...facts, attempt },
}))

/**
 * Changes that operators make; all others come from charges, events, and time. A charge that the
 * customer must confirm changes an attempt like a payment link.
 */
const byOperator: readonly AttemptChange[] = [
  'schedule',
  'link',
  'dismiss',
  'reopen',
  'settle',
  'recover', // The operator found the payment at the provider.
]
const changes = Object.keys(attemptChanges) as AttemptChange[] // The keys of attemptChanges.
const byOthers = changes.filter(
  (change) => change === 'link' || change === 'recover' || !byOperator.includes(change),
)

/** Returns the states that the machine reaches from a state with at most two of these events. */
function findReachable(from: AttemptState, types: readonly AttemptChange[]): Set<AttemptState> {
  const reached = new Set<AttemptState>([from])
  for (const _ of [1, 2]) {
    const current = new Set(reached)
    for (const state of current)
      for (const event of [
        ...types.map((type) => ({ type })),
        ...(types === byOthers ? failures : []),
      ])
        for (const unclear of [false, true]) {
          const value =
            state === 'open' || state === 'scheduled' || state === 'waiting'
              ? { unsettled: state }
              : state
          const snapshot = paymentAttemptMachine.resolveState({
            value,
            context: { ...facts, unclear },
          })
          const actor = createActor(paymentAttemptMachine, { snapshot, input: facts }).start()
          if (actor.getSnapshot().status === 'active') actor.send(event)
          const after = actor.getSnapshot().value
          reached.add((typeof after === 'string' ? after : Object.values(after)[0]) as AttemptState)
          actor.stop()
        }
  }
  return reached
}

describe.each(chooseDatabases('PGlite'))(
  'Any way through a failed payment on $name',
  (database) => {
    const platform = usePlatform(database)
    const getPlatform = () => platform().platform
    let provider: SlowProvider
    replaceCharges('stripe', {
      charge: (_platform, request) => provider.charge(request),
      findCharge: (_platform, request, id) => provider.find(request, id),
    })
    let storeId: number
    let setupId: number
    const reachable = {
      byOperator: new Map<string, Set<string>>(),
      byOthers: new Map<string, Set<string>>(),
    }
    beforeAll(async () => {
      provider = new SlowProvider(() => getPlatform().now())
      storeId = Number((await createStore(await openSession(platform()))).id)
      const [setup] = await insertRows(platform(), paymentSetups, [
        {
          ...buildSampleValues(paymentSetups),
          name: 'stripe',
          provider: 'stripe',
          storeIds: [storeId],
          state: 'active',
          mode: 'test',
          retryFunds: [],
          retryErrors: [],
        },
      ])
      setupId = setup?.id ?? 0
      for (const state of states) {
        reachable.byOperator.set(state, findReachable(state, byOperator))
        reachable.byOthers.set(state, findReachable(state, byOthers))
      }
    })

    const charge = async (orderId: number, kill: Kill) => {
      const running = getPlatform()
      const pendingCharge = await prepareOrderCharge(running, orderId, {
        by: 'me',
        confirmed: null,
      })
      if (kill === 'before the call') return
      const result = await requestCharge(running, pendingCharge)
      if (kill === 'after the call') return
      await running.db.transaction().execute(async (trx) => {
        const now = running.now()
        const audit = createAuditor(trx, {
          asked: { id: 'model', ip: '' },
          now: now.toISOString(),
          actor: 'me',
        })
        await saveChargeResult(trx, pendingCharge, result, {
          at: now.toISOString(),
          by: 'me',
          audit,
        })
        if (kill === 'before the commit') throw new Error('Killed')
      })
    }

    const deliver = async (which: number, isTwice: boolean) => {
      const event = provider.events[which % Math.max(provider.events.length, 1)]
      if (!event) return
      const { rows } = await sql`select * from payment_setups where id = ${setupId}`.execute(
        getPlatform().db,
      )
      for (const _ of isTwice ? [1, 2] : [1])
        await recordEvent(getPlatform(), toPaymentSetup(rows[0] as never), event) // A whole row.
      if (!isTwice) provider.events.splice(provider.events.indexOf(event), 1)
    }

    const operate = async (call: Caller, orderId: number, what: string) => {
      const last = await findLastAttempt(getPlatform().db, orderId)
      if (!last) throw new Error('The order has no attempt')
      const payments = provider.getPayments(orderId)
      const isOpen = payments.some(({ status }) => status === 'processing' || status === 'waiting')
      // Operators record a result only after the provider has decided.
      if (what === 'settle' && isOpen) return
      const outcome = payments.some(({ status }) => status === 'paid') ? 'charged' : 'notCharged'
      const at = new Date(getPlatform().now().getTime() + hour).toISOString()
      const [path, body, method] = {
        schedule: ['schedule', { at }, 'POST'],
        link: ['link', {}, 'POST'],
        dismiss: ['dismissal', { reason: 'Not wanted' }, 'POST'],
        reopen: ['dismissal', {}, 'DELETE'],
        settle: ['outcome', { outcome }, 'POST'],
      }[what] as [string, object, 'POST' | 'DELETE']
      const { body: record } = await call('GET', `/paymentAttempts/${last.id}`)
      const response = await call(method, `/paymentAttempts/${last.id}/${path}`, {
        body,
        ifMatch: record.version,
      })
      expect([200, 201, 409], JSON.stringify(response.body)).toContain(response.status)
      if (last.status === 'processing')
        expect(response.status, `${what} while processing`).toBe(409)
    }

    const perform = async (call: Caller, orderId: number, step: Step) => {
      if ('isHeard' in step) provider.next = { status: step.status, isHeard: step.isHeard }
      if (step.do === 'wait') platform().advance(step.ms)
      else if (step.do === 'keepCharges') await retryPendingCharges(getPlatform())
      else if (step.do === 'checkProcessing') await checkProcessingCharges(getPlatform())
      else if (step.do === 'deliver') await deliver(step.which, step.isTwice)
      else if (step.do === 'operator') await operate(call, orderId, step.what)
      else if (step.do === 'decide') {
        const open = provider
          .getPayments(orderId)
          .filter(({ status }) => status === 'processing' || status === 'waiting')
        const payment = open[step.which % Math.max(open.length, 1)]
        if (payment) provider.decide(payment, step.status)
      } else
        await charge(orderId, step.kill).catch((error: unknown) => {
          const isExpected =
            error instanceof HttpError || /connection broke|Killed|Nobody can/.test(String(error))
          if (!isExpected) throw error
        })
    }

    /** Decides all payments, delivers their events, and runs the chore until none is open. */
    const finish = async (orderId: number) => {
      provider.next = { status: 'failed', isHeard: true }
      for (const payment of provider.getPayments(orderId))
        if (payment.status === 'processing') provider.decide(payment, 'paid')
      for (let turn = 0; turn < 4; turn++) {
        while (provider.events.length > 0) await deliver(provider.events.length - 1, false)
        platform().advance(13 * hour)
        await checkProcessingCharges(getPlatform())
      }
    }

    test('the order is charged at most once and ends as paid only if it is paid at the provider', async () => {
      let call = await openSession(platform())
      await fc.assert(
        fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 14 }), async (sequence) => {
          provider.events.length = 0
          call = await openSession(platform())
          const orderId = await insertFailedOrder(getPlatform().db, {
            storeId,
            at: getPlatform().now().toISOString(),
            reference: `first-${Math.random()}`,
          })
          let state: AttemptState = 'scheduled'
          for (const step of sequence) {
            if (step.do === 'wait' && step.ms > hour) {
              await perform(call, orderId, step)
              call = await openSession(platform())
            } else await perform(call, orderId, step)
            const last = await findLastAttempt(getPlatform().db, orderId)
            if (!last) throw new Error('The order has no attempt')
            const { byOperator: operatorStates, byOthers: otherStates } = reachable
            const next = (step.do === 'operator' ? operatorStates : otherStates).get(state)
            expect([...(next ?? [])], `after ${JSON.stringify(step)}`).toContain(last.status)
            state = last.status
            const live = provider
              .getPayments(orderId)
              .filter(({ status }) => status === 'paid' || status === 'processing')
            expect(live.length, `payments after ${JSON.stringify(step)}`).toBeLessThanOrEqual(1)
          }
          await finish(orderId)
          const last = await findLastAttempt(getPlatform().db, orderId)
          const isPaid = provider.getPayments(orderId).some(({ status }) => status === 'paid')
          expect(last?.status === 'recovered', `${last?.status}, paid: ${isPaid}`).toBe(isPaid)
          expect(last?.status).not.toBe('processing')
          // Closes the order so that the chores of later runs skip it.
          await sql`update payment_charges set state = 'refused' where order_id = ${orderId} and state = 'asked'`.execute(
            getPlatform().db,
          )
          await sql`update payment_attempts set status = 'dismissed', next_retry_at = null where order_id = ${orderId} and status <> 'recovered'`.execute(
            getPlatform().db,
          )
        }),
        { numRuns: 60 },
      )
    }, 300_000)
  },
)
