import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startNginxStack } from '#tests/support/servers/nginxStack.ts'
import { startSteadyLoad } from '#tests/support/servers/steadyLoad.ts'

let stack: Awaited<ReturnType<typeof startNginxStack>>
beforeAll(async () => {
  stack = await startNginxStack()
  await stack.visitor.signIn()
})
afterAll(() => stack?.stop())

type WriteMethod = 'call' | 'form'

/** Creates a size by an API call or a form without JavaScript. Returns null, or the error. */
async function createSize(
  name: string,
  code: string,
  method: WriteMethod,
  key: string = randomUUID(),
): Promise<string | null> {
  const size = { name, code, group: 'adult', measurementUnit: 'cm' }
  const { status } =
    method === 'call'
      ? await stack.visitor.ask('/api/sizes', {
          body: JSON.stringify({ ...size, active: true }),
          headers: { 'idempotency-key': key },
        })
      : await stack.visitor.ask('/sizes?create', {
          body: String(
            new URLSearchParams({ ...size, active: '1', intent: 'create', writeKey: key }),
          ),
          type: 'application/x-www-form-urlencoded',
        })
  return status === (method === 'call' ? 201 : 303) ? null : `write by ${method}: ${status}`
}

async function read(path: string, pattern: RegExp): Promise<string | null> {
  const { status, text } = await stack.visitor.ask(path)
  return status === 200 && pattern.test(text) ? null : `${path}: ${status}`
}

/** Counts sizes by how often they were written, in the table and in the audit log. */
async function countWrites(like: string) {
  const counts = async (rows: string) => {
    const sql = `select times::int, count(*)::int as sizes from (${rows}) as each group by times`
    return (await stack.database.query(sql, [like])).rows
  }
  return {
    table: await counts('select count(*) as times from sizes where name like $1 group by name'),
    audit: await counts(
      `select count(*) as times from audit where event = 'sizes.created' and label like $1 group by label`,
    ),
  }
}

/** Returns the requests that nginx sent to one replica and then to the other. */
const findResentRequests = async () =>
  (await stack.nginx.requests()).filter(({ to }) => to.includes(','))

const pagePattern = /<\/html>\s*$/
const listPattern = /^\{"data":\[/
/** Counts the runs in this process, so that a retried test writes new sizes. */
let runNumber = 0
const create = (method: WriteMethod) => (index: number) =>
  createSize(`Rolling ${runNumber} ${index}`, `R${runNumber}-${index.toString(36)}`, method)

/** The requests to send in turn. Every second one writes. */
const requestMix: ((index: number) => Promise<string | null>)[] = [
  () => read('/dashboard', pagePattern),
  create('call'),
  () => read('/api/sizes?limit=25', listPattern),
  create('call'),
  () => read('/sizes', pagePattern),
  create('form'),
  () => read('/api/sizes?search=rolling', listPattern),
  create('call'),
  () => read('/api/users/roles/details', /"permissions":\[/),
  create('call'),
]

test(
  'both replicas restart in turn under a steady load, without failed requests or duplicate writes',
  { timeout: 300_000 },
  async () => {
    runNumber++
    const load = startSteadyLoad(
      50,
      16,
      async (index) => requestMix[index % requestMix.length]?.(index) ?? null,
    )
    for (const replica of stack.replicas) {
      await replica.end()
      await replica.start()
    }
    const { sent, faults } = await load.end()

    expect(faults).toEqual({})
    // Each kind of request must be sent many times.
    expect(sent).toBeGreaterThan(10 * requestMix.length)
    const writtenOnce = [{ times: 1, sizes: Math.floor(sent / 2) }]
    expect(await countWrites(`Rolling ${runNumber} %`)).toEqual({
      table: writtenOnce,
      audit: writtenOnce,
    })
    // Resent requests prove that the restarts had an effect.
    const methods = (await findResentRequests()).map(({ method }) => method)
    expect(new Set(methods)).toEqual(new Set(['GET', 'POST']))
  },
)

test('a replica that dies during writes duplicates none: nginx resends calls, and visitors resend forms', async () => {
  const { database, replicas } = stack
  const countWaiting = async () => {
    const { rows } = await database.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length
  }
  const methods: WriteMethod[] = ['call', 'call', 'form', 'form', 'call', 'call', 'form', 'form']
  const before = (await findResentRequests()).length
  // The lock stops every write in the database.
  await database.query('begin; lock table sizes')
  const keys = methods.map(() => randomUUID())
  const resend = (at: number) =>
    createSize(`Orphan ${at}`, `O${at}`, methods[at] ?? 'call', keys[at] ?? '')
  const writes = methods.map((_method, at) => resend(at))
  try {
    await expect.poll(countWaiting).toBe(methods.length)
    await replicas[0].kill()
    // The second of two equal writes waits for the first one, which still runs.
    await expect.poll(countWaiting).toBeGreaterThan(methods.length)
  } finally {
    await database.query('rollback')
  }
  const results = await Promise.all(writes)
  expect(methods.filter((method, at) => method === 'call' && results[at] !== null)).toEqual([])
  // nginx can't read a form's key, which is in the body. The visitor resends the form with it.
  expect(results.every((answer) => answer === null || answer === 'write by form: 502')).toBe(true)
  const resentForms = methods.map((method, at) =>
    method === 'form' && results[at] ? resend(at) : null,
  )
  expect(await Promise.all(resentForms)).toEqual(methods.map(() => null))
  const writtenOnce = [{ times: 1, sizes: methods.length }]
  expect(await countWrites('Orphan %')).toEqual({ table: writtenOnce, audit: writtenOnce })
  expect((await findResentRequests()).length).toBeGreaterThan(before)
  await replicas[0].start()
})
