import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { defaultStreamIntervals, writeEvents } from '#server/platform/core/http/eventStream.ts'
import { createJobEvents } from '#server/platform/core/jobs/jobEvents.ts'
import { runJob } from '#server/platform/core/jobs/runJob.ts'
import { signedIn, tokenOf } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'
import { counting, makeCounts, newJob } from '#tests/api/support/jobKinds.ts'

describe.each(databases)('the events of a job on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  let call: Caller
  let token: string
  beforeAll(async () => {
    await makeCounts.execute(db())
    token = await tokenOf(platform(), platform().operator)
    call = await signedIn(platform())
  })
  const run = (id: number, rows = Infinity) => {
    let looked = 0
    const isOver = () => looked++ === rows
    return runJob(
      {
        platform: platform().platform,
        kinds: [counting],
        beforeCommit: async () => [],
        isTurnOver: isOver,
      },
      id,
    )
  }
  const read = async (id: number) => (await call('GET', `/jobs/${id}`)).body

  /** What a stream has said so far, and the whole of it once it has ended. */
  async function listen(id: number, headers: Record<string, string> = {}) {
    const leave = new AbortController()
    const response = await fetch(`${platform().url}/jobs/${id}/events`, {
      headers: { Authorization: `Bearer ${token}`, ...headers },
      signal: leave.signal,
    })
    let text = ''
    const ended = (async () => {
      const decoder = new TextDecoder()
      for await (const piece of response.body ?? []) text += decoder.decode(piece)
      return text
    })()
    ended.catch(() => {}) // Who leaves does not hear the end.
    return { response, said: () => text, ended, leave: () => leave.abort() }
  }
  const eventsIn = (text: string) =>
    [...text.matchAll(/id: (.+)\nevent: (.+)\ndata: (.+)\n\n/g)].map(([, id, event, data]) => ({
      id,
      event,
      data: JSON.parse(data ?? ''),
    }))

  test('tell how far it is, and end with it', async () => {
    const id = await newJob(db(), ['one', 'refused', 'two'])
    const { response, said, ended } = await listen(id)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    expect(response.headers.get('cache-control')).toBe('no-store')
    await expect.poll(said).toContain('"waiting":3')
    await run(id, 2)
    await expect.poll(said, { timeout: 5000 }).toContain('"waiting":1')
    await run(id)
    const text = await ended
    expect(text).toMatch(/^retry: 1000\n\n/)
    const events = eventsIn(text)
    expect(events.map(({ event }) => event)).toEqual(['progress', 'progress', 'end'])
    expect(events.at(-1)?.data).toEqual(await read(id))
    expect(events.at(-1)?.data).toMatchObject({ status: 'done', rows: { done: 2, refused: 1 } })
  })

  test('go on after what was heard last, and say the end to whoever comes after it', async () => {
    const id = await newJob(db(), ['one', 'two'])
    const first = await listen(id)
    await expect.poll(() => eventsIn(first.said())).toHaveLength(1)
    const [heard] = eventsIn(first.said())
    first.leave()
    const again = await listen(id, { 'Last-Event-ID': String(heard?.id) })
    await call('POST', `/jobs/${id}/cancel`)
    // What was heard is not said again.
    const [end, ...more] = eventsIn(await again.ended)
    expect(end).toMatchObject({ event: 'end', data: { status: 'cancelled' } })
    expect(more).toEqual([])
    const late = await listen(id, { 'Last-Event-ID': String(end?.id) })
    expect(eventsIn(await late.ended)).toEqual([end])
  })

  test('are nobody else’s to hear', async () => {
    const other = await signedIn(platform(), await platform().addAccount(['storesRead']))
    const id = await newJob(db(), ['one'])
    expect((await other('GET', `/jobs/${id}/events`)).status).toBe(404)
    expect((await call('GET', '/jobs/999999/events')).status).toBe(404)
    expect((await listen(id, { Authorization: 'Bearer none' })).response.status).toBe(401)
  })

  test('say that they are still there, and end after a while so that the browser comes back', async () => {
    const id = await newJob(db(), ['one'])
    expect(defaultStreamIntervals).toMatchObject({ keepAliveMs: 15_000, lifetimeMs: 45_000 })
    const paces = { keepAliveMs: 20, lifetimeMs: 1000 }
    const events = createJobEvents(platform().platform, id, platform().operator, '')
    const pieces: string[] = []
    const signal = new AbortController().signal
    for await (const piece of writeEvents(events, { signal, paces, watch: () => () => {} }))
      pieces.push(piece)
    expect(pieces.filter((piece) => piece.startsWith('id: '))).toHaveLength(1)
    expect(pieces.filter((piece) => piece === ': still here\n\n').length).toBeGreaterThan(1)
  })

  test('end at once when the process does', async () => {
    const id = await newJob(db(), ['one'])
    const ending = new AbortController()
    const events = createJobEvents(platform().platform, id, platform().operator, '')
    const stream = writeEvents(events, {
      signal: ending.signal,
      paces: { keepAliveMs: 600_000, lifetimeMs: 600_000 },
      watch: () => () => {},
    })
    await stream.next()
    expect((await stream.next()).value).toContain('event: progress')
    const next = stream.next()
    ending.abort()
    expect(await next).toEqual({ done: true, value: undefined })
  })

  test('are had of jobs that are under way, which the list can be asked for', async () => {
    await sql`update jobs set status = 'done'`.execute(db())
    const [waiting, running] = [await newJob(db(), ['one']), await newJob(db(), ['one', 'two'])]
    await run(running, 1)
    const list = (await call('GET', '/jobs?underWay=true')).body
    expect(list.data.map(({ id }: { id: number }) => id)).toEqual([running, waiting])
    expect(list.page.total).toBe(2)
    expect((await call('GET', '/jobs')).body.page.total).toBeGreaterThan(2)
    expect((await call('GET', '/jobs?underWay=odd')).body.detail).toBe(
      '"underWay" must be true or false.',
    )
  })
})
