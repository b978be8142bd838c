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

type Way = 'call' | 'form'

/** One size, written by a call of the API or by the form of a page without JavaScript; answers with what went wrong. */
async function createSize(
  name: string,
  code: string,
  way: Way,
  key: string = randomUUID(),
): Promise<string | null> {
  const size = { name, code, group: 'adult', measurementUnit: 'cm' }
  const { status } =
    way === 'call'
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
  return status === (way === 'call' ? 201 : 303) ? null : `write by ${way}: ${status}`
}

async function read(path: string, whole: RegExp): Promise<string | null> {
  const { status, text } = await stack.visitor.ask(path)
  return status === 200 && whole.test(text) ? null : `${path}: ${status}`
}

/** How many sizes with such a name were written so many times, by the table and by the audit log. */
async function timesWritten(like: string) {
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

/** The requests that nginx sent to one replica and then to the other. */
const sentAgain = async () => (await stack.nginx.requests()).filter(({ to }) => to.includes(','))

const page = /<\/html>\s*$/
const list = /^\{"data":\[/
/** Of this process alone, so that a test that is tried again writes anew. */
let run = 0
const create = (way: Way) => (index: number) =>
  createSize(`Rolling ${run} ${index}`, `R${run}-${index.toString(36)}`, way)

/** What is asked in turn: every second request writes. */
const mix: ((index: number) => Promise<string | null>)[] = [
  () => read('/dashboard', page),
  create('call'),
  () => read('/api/sizes?limit=25', list),
  create('call'),
  () => read('/sizes', page),
  create('form'),
  () => read('/api/sizes?search=rolling', list),
  create('call'),
  () => read('/api/users/roles/details', /"permissions":\[/),
  create('call'),
]

test(
  'both replicas restart in turn under a steady load: no request fails, no write is doubled',
  { timeout: 300_000 },
  async () => {
    run++
    const load = startSteadyLoad(50, 16, async (index) => mix[index % mix.length]?.(index) ?? null)
    for (const replica of stack.replicas) {
      await replica.end()
      await replica.start()
    }
    const { sent, faults } = await load.end()

    expect(faults).toEqual({})
    // Each kind of request many times, or this would say little.
    expect(sent).toBeGreaterThan(10 * mix.length)
    const once = [{ times: 1, sizes: Math.floor(sent / 2) }]
    expect(await timesWritten(`Rolling ${run} %`)).toEqual({ table: once, audit: once })
    // Without the restarts being noticed, all of this would say nothing.
    const methods = (await sentAgain()).map(({ method }) => method)
    expect(new Set(methods)).toEqual(new Set(['GET', 'POST']))
  },
)

test('a replica that dies with writes under way doubles none: calls are sent to the other one, forms by their visitor', async () => {
  const { database, replicas } = stack
  const waiting = async () => {
    const { rows } = await database.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length
  }
  const ways: Way[] = ['call', 'call', 'form', 'form', 'call', 'call', 'form', 'form']
  const before = (await sentAgain()).length
  // Nobody can write sizes now, so that every write gets as far as the database and no further.
  await database.query('begin; lock table sizes')
  const keys = ways.map(() => randomUUID())
  const resend = (at: number) =>
    createSize(`Orphan ${at}`, `O${at}`, ways[at] ?? 'call', keys[at] ?? '')
  const writes = ways.map((_way, at) => resend(at))
  try {
    await expect.poll(waiting).toBe(ways.length)
    await replicas[0].kill()
    // The second of two equal writes waits for the first one, which is still under way.
    await expect.poll(waiting).toBeGreaterThan(ways.length)
  } finally {
    await database.query('rollback')
  }
  const answers = await Promise.all(writes)
  expect(ways.filter((way, at) => way === 'call' && answers[at] !== null)).toEqual([])
  // The key of a form is in its body, which nginx can't read: its visitor sends it again, with the same key.
  expect(answers.every((answer) => answer === null || answer === 'write by form: 502')).toBe(true)
  const again = ways.map((way, at) => (way === 'form' && answers[at] ? resend(at) : null))
  expect(await Promise.all(again)).toEqual(ways.map(() => null))
  const once = [{ times: 1, sizes: ways.length }]
  expect(await timesWritten('Orphan %')).toEqual({ table: once, audit: once })
  expect((await sentAgain()).length).toBeGreaterThan(before)
  await replicas[0].start()
})
