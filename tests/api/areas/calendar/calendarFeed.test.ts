import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { refreshAlerts } from '#server/platform/areas/alerts/refreshAlerts.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { createStore } from '#tests/api/support/stores.ts'

type Store = { id: number; name: string }

describe.each(chooseDatabases('PostgreSQL'))('The calendar link on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  let first: Store
  let second: Store
  beforeAll(async () => {
    call = await openSession(platform())
    first = await createDeletedStore()
    second = await createDeletedStore()
    await refreshAlerts(platform().platform)
  })

  async function createDeletedStore(): Promise<Store> {
    const store = await createStore(call)
    const { status } = await call('POST', `/stores/${store.id}/deletion`, {
      body: { code: store.code, reason: 'Closed by the customer' },
      ifMatch: store.version,
    })
    expect(status).toBe(200)
    return store
  }

  /** Creates a link and returns the path below `/api` that a calendar app reads. */
  async function createLink(caller: Caller): Promise<string> {
    const { status, body } = await caller('POST', '/calendarFeed')
    expect(status).toBe(201)
    const { pathname, search } = new URL(body.url)
    return pathname.replace(/^\/api/, '') + search
  }

  /** Reads the calendar without a session, as an app does. */
  const readCalendar = async (path: string) => {
    const response = await fetch(platform().url + path)
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    }
  }

  /** Returns an event's properties, with its folded lines joined (RFC 5545, 3.1). */
  const readEvents = (text: string) =>
    text
      .replaceAll(/\r\n[ \t]/g, '')
      .split('BEGIN:VEVENT')
      .slice(1)
      .map((event) =>
        Object.fromEntries(
          event.split('\r\n').flatMap((line) => {
            const [, name, value] = /^([A-Z-]+)[^:]*:(.*)$/.exec(line) ?? []
            return name ? [[name, value]] : []
          }),
        ),
      )

  test('shows each deadline that its owner can see as an event with a link to the console', async () => {
    const calendar = await readCalendar(await createLink(call))
    expect([calendar.status, calendar.type]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(calendar.text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    const events = readEvents(calendar.text)
    expect(events.map(({ SUMMARY }) => SUMMARY)).toEqual(
      [first, second].map(({ name }) => `Deletion of ${name}`),
    )
    const { body } = await call('GET', '/deadlines')
    for (const [index, { id, at, link }] of body.data.entries())
      expect(events[index]).toMatchObject({
        UID: expect.stringMatching(new RegExp(`^deadline-${id}@`)),
        DTSTART: at.replaceAll(/[-:]|\.\d+/g, ''),
        URL: platform().platform.consoleOrigin + link,
      })
  })

  test('shows an account only its stores, and nothing once it may not see the calendar', async () => {
    const account = await platform().addAccount(['ordersRead', 'storesRead'], [second.id])
    const link = await createLink(await openSession(platform(), account))
    const titles = async () =>
      readEvents((await readCalendar(link)).text).map(({ SUMMARY }) => SUMMARY)
    expect(await titles()).toEqual([`Deletion of ${second.name}`])
    await sql`update users set status = 'suspended' where email = ${account.email}`.execute(
      platform().platform.db,
    )
    expect((await readCalendar(link)).status).toBe(404)
  })

  test('stops working once it is replaced or turned off, and only its hash is stored', async () => {
    const caller = await openSession(platform(), await platform().addAccount(['ordersRead'], null))
    expect((await caller('GET', '/calendarFeed')).body).toEqual({
      createdAt: null,
      lastReadAt: null,
    })
    const oldLink = await createLink(caller)
    expect((await caller('GET', '/calendarFeed')).body.lastReadAt).toBeNull()
    expect((await readCalendar(oldLink)).status).toBe(200)
    expect((await caller('GET', '/calendarFeed')).body.lastReadAt).toEqual(expect.any(String))

    const link = await createLink(caller)
    expect((await readCalendar(oldLink)).status).toBe(404)
    expect((await readCalendar(link)).status).toBe(200)
    const token = new URLSearchParams(link.split('?')[1]).get('token') ?? ''
    const { rows } = await sql<{ found: number }>`
      select (select count(*) from calendar_feeds where hash = ${token})
        + (select count(*) from audit where changes::text like ${`%${token}%`}) as found`.execute(
      platform().platform.db,
    )
    expect(Number(rows[0]?.found)).toBe(0)

    expect((await caller('DELETE', '/calendarFeed')).status).toBe(204)
    expect((await readCalendar(link)).status).toBe(404)
    expect((await readCalendar('/calendarFeed/events')).status).toBe(404)
  })

  test('a link request that is sent twice returns its link only once', async () => {
    const caller = await openSession(platform(), await platform().addAccount(['ordersRead'], null))
    const options = { key: 'calendar-link-4711' }
    const first = await caller('POST', '/calendarFeed', options)
    const second = await caller('POST', '/calendarFeed', options)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual({ url: null })
    const { pathname, search } = new URL(first.body.url)
    expect((await readCalendar(pathname.replace(/^\/api/, '') + search)).status).toBe(200)
  })
})
