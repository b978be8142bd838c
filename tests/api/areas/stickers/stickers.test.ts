import { beforeAll, describe, expect, test } from 'vitest'
import { stickers } from '#shared/areas/stickers/stickers.ts'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { clear, sampleValues } from '#tests/api/support/records.ts'

const [past, earlier, later, future] = [
  '2001-01-01T00:00:00.000Z',
  '2002-01-01T00:00:00.000Z',
  '2998-01-01T00:00:00.000Z',
  '2999-01-01T00:00:00.000Z',
]

describe.each(usually('PostgreSQL'))('stickers on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
    await clear(platform(), stickers)
  })
  const create = (values: object) =>
    call('POST', '/stickers', {
      body: { ...sampleValues(stickers), startsAt: null, endsAt: null, ...values },
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
  ])('one is %s with %o', async (status, values) => {
    expect((await create(values)).body.status).toBe(status)
  })

  test('a change of the times is a change of the status', async () => {
    const { id } = (await create({})).body
    const change = async (body: object, ifMatch: number) =>
      (await call('PATCH', `/stickers/${id}`, { body, ifMatch })).body.status
    expect(await change({ startsAt: later }, 1)).toBe('scheduled')
    expect(await change({ startsAt: null, endsAt: past }, 2)).toBe('ended')
    expect(await change({ active: false }, 3)).toBe('off')
  })

  test('the clock alone changes what is read, filtered, sorted and counted', async () => {
    const { body } = await create({
      name: 'Soon',
      startsAt: new Date(Date.now() + 800).toISOString(),
    })
    expect(body.status).toBe('scheduled')
    const read = async () => (await call('GET', `/stickers/${body.id}`)).body
    await expect.poll(async () => (await read()).status, { timeout: 5000 }).toBe('live')
    // The record is as it was: nobody has changed it.
    expect((await read()).version).toBe(1)
    const live = await call('GET', '/stickers?filter[status][eq]=live&search=Soon&counts=status')
    expect(live.body.data).toHaveLength(1)
    expect(live.body.counts.live.total).toBe(1)
    const sorted = await call('GET', '/stickers?sort=status&limit=100')
    const statuses = sorted.body.data.map(({ status }: { status: string }) => status)
    expect(statuses).toEqual(statuses.toSorted())
  })

  test.each([
    ['neither text nor picture', { text: null }, { text: 'Enter text, or upload an image.' }],
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
  ])('one with %s is refused', async (_, values, fields) => {
    expect(await create(values)).toMatchObject({ status: 422, body: { fields } })
  })
})
