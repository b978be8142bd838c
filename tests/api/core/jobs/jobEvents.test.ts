import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { defaultStreamIntervals, writeEvents } from '#server/platform/core/http/eventStream.ts'
import { createJobEvents } from '#server/platform/core/jobs/jobEvents.ts'
import { runJobTurn } from '#server/platform/core/jobs/runJobTurn.ts'
import { openSession, fetchToken } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { databases, usePlatform } from '#tests/api/support/databases.ts'
import { countingJob, createCountsTable, insertJob } from '#tests/api/support/jobKinds.ts'

describe.each(databases)('Job events on $name', (database) => {
  const platform = usePlatform(database)
  const db = () => platform().platform.db
  let call: Caller
  let token: string
  beforeAll(async () => {
    await createCountsTable.execute(db())
    token = await fetchToken(platform(), platform().operator)
    call = await openSession(platform())
  })
  const run = (id: number, rows = Infinity) => {
    let checks = 0
    const isOver = () => checks++ === rows
    return runJobTurn(
      {
        platform: platform().platform,
        kinds: [countingJob],
        beforeCommit: async () => [],
        isTurnOver: isOver,
      },
      id,
    )
  }
  const read = async (id: number) => (await call('GET', `/jobs/${id}`)).body

  /** Opens the stream; returns the text so far, and all of it once the stream ends. */
  async function listen(id: number, headers: Record<string, string> = {}) {
    const controller = new AbortController()
    const response = await fetch(`${platform().url}/jobs/${id}/events`, {
      headers: { Authorization: `Bearer ${token}`, ...headers },
      signal: controller.signal,
    })
    let text = ''
    const allText = (async () => {
      const decoder = new TextDecoder()
      for await (const piece of response.body ?? []) text += decoder.decode(piece)
      return text
    })()
    allText.catch(() => {}) // Leaving aborts the stream, which rejects this promise.
    return { response, getText: () => text, allText, close: () => controller.abort() }
  }
  const parseEvents = (text: string) =>
    [...text.matchAll(/id: (.+)\nevent: (.+)\ndata: (.+)\n\n/g)].map(([, id, event, data]) => ({
      id,
      event,
      data: JSON.parse(data ?? ''),
    }))

  test('the stream sends progress and ends when the job finishes', async () => {
    const id = await insertJob(db(), ['one', 'refused', 'two'])
    const { response, getText, allText } = await listen(id)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    expect(response.headers.get('cache-control')).toBe('no-store')
    await expect.poll(getText).toContain('"waiting":3')
    await run(id, 2)
    await expect.poll(getText, { timeout: 5000 }).toContain('"waiting":1')
    await run(id)
    const text = await allText
    expect(text).toMatch(/^retry: 1000\n\n/)
    const events = parseEvents(text)
    expect(events.map(({ event }) => event)).toEqual(['progress', 'progress', 'end'])
    expect(events.at(-1)?.data).toEqual(await read(id))
    expect(events.at(-1)?.data).toMatchObject({ status: 'done', rows: { done: 2, refused: 1 } })
  })

  test('a reconnected stream continues after the last event, and a late one gets the end event', async () => {
    const id = await insertJob(db(), ['one', 'two'])
    const first = await listen(id)
    await expect.poll(() => parseEvents(first.getText())).toHaveLength(1)
    const [lastEvent] = parseEvents(first.getText())
    first.close()
    const reconnected = await listen(id, { 'Last-Event-ID': String(lastEvent?.id) })
    await call('POST', `/jobs/${id}/cancel`)
    // The last received event isn't sent again.
    const [end, ...more] = parseEvents(await reconnected.allText)
    expect(end).toMatchObject({ event: 'end', data: { status: 'cancelled' } })
    expect(more).toEqual([])
    const lateStream = await listen(id, { 'Last-Event-ID': String(end?.id) })
    expect(parseEvents(await lateStream.allText)).toEqual([end])
  })

  test("another account can't open the stream", async () => {
    const other = await openSession(platform(), await platform().addAccount(['storesRead']))
    const id = await insertJob(db(), ['one'])
    expect((await other('GET', `/jobs/${id}/events`)).status).toBe(404)
    expect((await call('GET', '/jobs/999999/events')).status).toBe(404)
    expect((await listen(id, { Authorization: 'Bearer none' })).response.status).toBe(401)
  })

  test('the stream sends keep-alives and ends after its lifetime so that the browser reconnects', async () => {
    const id = await insertJob(db(), ['one'])
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

  test('the stream ends at once when the process stops', async () => {
    const id = await insertJob(db(), ['one'])
    const shutdown = new AbortController()
    const events = createJobEvents(platform().platform, id, platform().operator, '')
    const stream = writeEvents(events, {
      signal: shutdown.signal,
      paces: { keepAliveMs: 600_000, lifetimeMs: 600_000 },
      watch: () => () => {},
    })
    await stream.next()
    expect((await stream.next()).value).toContain('event: progress')
    const next = stream.next()
    shutdown.abort()
    expect(await next).toEqual({ done: true, value: undefined })
  })

  test('the job list can be limited to unfinished jobs', async () => {
    await sql`update jobs set status = 'done'`.execute(db())
    const [waiting, running] = [
      await insertJob(db(), ['one']),
      await insertJob(db(), ['one', 'two']),
    ]
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
