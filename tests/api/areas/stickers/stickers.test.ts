import { beforeAll, describe, expect, test } from 'vitest'
import { stickers } from '#shared/areas/stickers/stickers.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { clearTable, buildSampleValues } from '#tests/api/support/records.ts'

const [past, earlier, later, future] = [
  '2001-01-01T00:00:00.000Z',
  '2002-01-01T00:00:00.000Z',
  '2998-01-01T00:00:00.000Z',
  '2999-01-01T00:00:00.000Z',
]

describe.each(chooseDatabases('PostgreSQL'))('Stickers on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
    await clearTable(platform(), stickers)
  })
  const createSticker = (values: object) =>
    call('POST', '/stickers', {
      body: { ...buildSampleValues(stickers), startsAt: null, endsAt: null, ...values },
    })

  test.each([
    ['live', {}],
    ['live', { startsAt: past, endsAt: future }],
    ['scheduled', { startsAt: later, endsAt: future }],
    ['scheduled', { startsAt: later }],
    ['ended', { startsAt: past, endsAt: earlier }],
    ['ended', { endsAt: earlier }],
    ['off', { active: false }],
    ['off', { active: false, endsAt: earlier }],
  ])('a sticker is %s with %o', async (status, values) => {
    expect((await createSticker(values)).body.status).toBe(status)
  })

  test('a change of the times changes the status', async () => {
    const { id } = (await createSticker({})).body
    const updateSticker = async (body: object, ifMatch: number) =>
      (await call('PATCH', `/stickers/${id}`, { body, ifMatch })).body.status
    expect(await updateSticker({ startsAt: later }, 1)).toBe('scheduled')
    expect(await updateSticker({ startsAt: null, endsAt: past }, 2)).toBe('ended')
    expect(await updateSticker({ active: false }, 3)).toBe('off')
  })

  test('the status changes with time wherever it is read, filtered, sorted, and counted', async () => {
    const { body } = await createSticker({
      name: 'Soon',
      startsAt: new Date(Date.now() + 800).toISOString(),
    })
    expect(body.status).toBe('scheduled')
    const loadSticker = async () => (await call('GET', `/stickers/${body.id}`)).body
    await expect.poll(async () => (await loadSticker()).status, { timeout: 5000 }).toBe('live')
    // The record itself hasn't changed.
    expect((await loadSticker()).version).toBe(1)
    const live = await call('GET', '/stickers?filter[status][eq]=live&search=Soon&counts=status')
    expect(live.body.data).toHaveLength(1)
    expect(live.body.counts.live.total).toBe(1)
    const sorted = await call('GET', '/stickers?sort=status&limit=100')
    const statuses = sorted.body.data.map(({ status }: { status: string }) => status)
    expect(statuses).toEqual(statuses.toSorted())
  })

  test.each([
    ['neither text nor image', { text: null }, { text: 'Enter text, or upload an image.' }],
    [
      'an end before its start',
      { startsAt: later, endsAt: past },
      { endsAt: "The end time can't be before the start time." },
    ],
    [
      'a text of 25 characters',
      { text: 'x'.repeat(25) },
      { text: 'Text must be at most 24 characters' },
    ],
  ])('rejects a sticker with %s', async (_, values, fields) => {
    expect(await createSticker(values)).toMatchObject({ status: 422, body: { fields } })
  })
})
