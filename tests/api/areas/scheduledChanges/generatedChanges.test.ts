import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { getSimplePaths } from 'xstate/graph'
import { scheduledChangeMachine } from '#machines/scheduledChange.ts'
import { runScheduledChanges } from '#server/platform/areas/scheduledChanges/runScheduledChanges.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { runProductJob } from '#tests/api/support/changingJob.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import { insertFailedPayments } from '#tests/api/support/orders.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'
import { createStore, insertStoreDefaults } from '#tests/api/support/stores.ts'

const hourMs = 3_600_000

/** What happens to a change, each with the event of the machine. */
const events = [
  { type: 'approve', isRequester: false },
  { type: 'reject', isRequester: false },
  { type: 'withdraw', isRequester: true },
  ...(
    ['askAgain', 'cancel', 'start', 'miss', 'fail', 'complete', 'pause', 'end', 'keep'] as const
  ).map((type) => ({ type })),
] as const
type EventName = (typeof events)[number]['type']

const terms = [true, false].flatMap((hasEnd) =>
  [true, false].map((needsApproval) => ({ hasEnd, needsApproval })),
)

/** Every way through the machine that takes no state twice. */
const paths = terms.flatMap((input) =>
  getSimplePaths(scheduledChangeMachine, { input, events })
    .filter(({ state }) => state.status === 'done')
    .map(({ steps, state }) => {
      const names = steps.flatMap(({ event }) =>
        event.type.startsWith('xstate.') ? [] : [event.type as EventName],
      )
      return { ...input, names, way: names.join(', '), last: String(state.value) }
    }),
)

describe.each(chooseDatabases('PostgreSQL'))(
  'Every path of a scheduled change on $name',
  (database) => {
    const platform = usePlatform(database)
    const db = () => platform().platform.db
    let call: Caller
    beforeAll(() => insertStoreDefaults(platform()))

    const inHours = (hours: number) =>
      new Date(platform().platform.now().getTime() + hours * hourMs).toISOString().slice(0, 16)
    const advance = async (hours: number) => {
      platform().advance(hours * hourMs)
      call = await openSession(platform())
    }
    const runJobs = async () => {
      const { rows } = await sql<{ id: number }>`
        select id from jobs where status in ('waiting', 'running') order by id`.execute(db())
      for (const { id } of rows) await runProductJob(platform(), id)
    }
    const setLimit = (stores: number) =>
      sql`update schedule_settings set approval_stores = ${stores}`.execute(db())

    test.each(paths)(
      '$way (has an end: $hasEnd)',
      async ({ names, hasEnd, needsApproval, last }) => {
        call = await openSession(platform())
        const author = await platform().addAccount(allPermissions)
        const second = await platform().addAccount(allPermissions)
        const { id: storeId } = await createStore(call)
        await sql`update stores set status = 'active' where id = ${storeId}`.execute(db())
        await setLimit(needsApproval ? 0 : 100)
        const asAuthor = await openSession(platform(), author)
        const planned = await asAuthor('POST', '/stores/bulk/plan', {
          body: { action: 'startMaintenance', ids: [storeId], values: {} },
        })
        const times = (hours: number) => ({
          startsAt: inHours(hours),
          endsAt: hasEnd ? inHours(hours + 4) : null,
          timeZone: 'UTC',
        })
        const { body } = await asAuthor('POST', `/plans/${planned.body.id}/schedule`, {
          body: times(2),
        })
        const [id] = body.ids
        const load = async () => (await call('GET', `/scheduledChanges/${id}`)).body
        const send = async (
          account: typeof author,
          method: 'POST' | 'PUT',
          path: string,
          values: object,
        ) => {
          const { version } = await load()
          const by = await openSession(platform(), account)
          const answer = await by(method, `/scheduledChanges/${id}/${path}`, {
            body: values,
            ifMatch: version,
          })
          expect(answer).toMatchObject({ status: 200 })
        }
        const act = (action: string) => send(second, 'POST', 'action', { action })
        const decide = (account: typeof author, decision: string) =>
          send(account, 'POST', 'decision', { decision, reason: 'Not now' })
        const runDue = () => runScheduledChanges(platform().platform)
        const steps: Record<EventName, () => Promise<unknown>> = {
          approve: () => decide(second, 'approve'),
          reject: () => decide(second, 'reject'),
          withdraw: () => decide(author, 'withdraw'),
          async askAgain() {
            await setLimit(0)
            await send(author, 'PUT', 'times', times(2))
          },
          cancel: () => act('cancel'),
          async start() {
            await advance(2.5)
            await runDue()
          },
          async miss() {
            await advance(9)
            await runDue()
          },
          async fail() {
            await sql`update users set status = 'suspended' where id = ${author.id}`.execute(db())
            await advance(2.5)
            await runDue()
          },
          async complete() {
            await runJobs()
            await runDue()
          },
          async end() {
            await advance(10)
            await runDue()
          },
          keep: () => act('keep'),
          async pause() {
            await sql`update scheduled_changes set guard = 'failedPayments', guard_percent = 50
            where id = ${id}`.execute(db())
            await insertFailedPayments(platform(), storeId, 6)
            await advance(0.5)
            await runDue()
          },
        }
        for (const name of names) {
          await steps[name]()
          // A repeated run, as after a crash, changes nothing that the clock doesn't.
          if (name !== 'start' && name !== 'end') await runDue()
        }
        expect((await load()).state).toBe(last)
        await runJobs()
        const isChanged = names.includes('complete') && !names.includes('end')
        const { rows } = await sql<{ status: string }>`
        select status from stores where id = ${storeId}`.execute(db())
        expect(rows).toEqual([{ status: isChanged ? 'maintenance' : 'active' }])
      },
    )
  },
)
