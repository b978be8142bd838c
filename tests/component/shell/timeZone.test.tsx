import { screen, waitFor } from '@testing-library/react'
import { onTestFinished, describe, expect, test } from 'vitest'
import { startActors, stopActors } from '#client/runtime/actors.ts'
import { ConsoleProvider } from '#client/runtime/ConsoleContext.tsx'
import { createBrowserEffects } from '#client/runtime/browserEffects.ts'
import { createBrowserApi } from '#client/runtime/browserApi.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { pickUserFields } from '#shared/engine/user.ts'
import { openFilter } from '#tests/support/browser/filters.ts'
import { serverRendered } from '#tests/support/browser/hydrate.tsx'
import { memoryPlatform, sizeRecord } from '#tests/support/servers/memoryPlatform.ts'
import type { MemoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { operator, renderConsole } from '#tests/support/browser/renderConsole.tsx'

const own = '/preferences/timeZone'
const kept = ({ requests }: MemoryPlatform) => requests.filter(({ path }) => path === own)
const platformOfOne = () => memoryPlatform([sizeRecord(1, 'Small', 'S')])
const list = '/sizes?columns=name,createdAt'
const time = () => screen.findByText(/^03\/0/, { selector: 'td time' })

describe('screens.md, "The shell": instants are shown in the time zone of the operator', () => {
  test('a list writes them in it', async () => {
    const platform = platformOfOne()
    await renderConsole(list, { platform, timeZone: 'America/New_York' })
    expect(await time()).toHaveTextContent('03/08/2025 11:05 PM')
    expect(kept(platform)).toEqual([])
  })

  test('in UTC where the platform keeps none of anyone, which is then asked for nothing', async () => {
    const platform = platformOfOne()
    await renderConsole(list, { platform })
    expect(await time()).toHaveTextContent('03/09/2025 04:05 AM')
    expect(kept(platform)).toEqual([])
    expect(screen.queryByText(/^Time zone/)).toBeNull()
  })

  test("the browser's is kept once where the platform has none yet, and shown", async () => {
    const platform = platformOfOne()
    platform.replies.set(`PUT ${own}`, { status: 200, body: { value: [] } })
    const { actors } = await renderConsole(list, { platform, timeZone: null })
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    await waitFor(() =>
      expect(actors.session.getSnapshot().context.user).toMatchObject({ timeZone }),
    )
    expect(kept(platform).map(({ body }) => body)).toEqual([{ value: [timeZone] }])
  })

  test('where that fails the page stays as it is', async () => {
    const platform = platformOfOne()
    const { actors } = await renderConsole(list, { platform, timeZone: null })
    await waitFor(() => expect(kept(platform)).toHaveLength(1))
    expect(actors.session.getSnapshot().context.user?.timeZone).toBeNull()
    expect(await time()).toHaveTextContent('03/09/2025 04:05 AM')
  })

  test('server and browser write the same', async () => {
    const api = createBrowserApi({ onUnauthorized: () => undefined, fetch: memoryPlatform().fetch })
    const actors = startActors(
      {
        session: {
          authenticated: true,
          user: { ...operator, timeZone: 'Asia/Kolkata' },
          permissions: [],
        },
        notifications: [],
      },
      { ...createBrowserEffects(api), reload: () => undefined },
    )
    onTestFinished(() => stopActors(actors))
    const facts = { jobTitle: '', organisation: '', enforcePermissions: false, google: false }
    const { html, hydrate } = serverRendered(
      <ConsoleProvider {...{ actors, facts, api }} passwordForm={null}>
        <Instant at="2025-12-31T18:30:00.000Z" />
      </ConsoleProvider>,
    )
    expect(html).toContain('>01/01/2026 12:00 AM</time>')
    expect(await hydrate()).toEqual([])
  })
})

test('days of a filter are those of the zone; the address says instants, and the filter the day again', async () => {
  const { user, address } = await renderConsole('/sizes', {
    platform: platformOfOne(),
    timeZone: 'Europe/Berlin',
  })
  await openFilter(user, 'Created')
  await user.type(screen.getByLabelText('Created from'), '2026-03-29')
  await user.type(screen.getByLabelText('Created to'), '2026-03-29{Enter}')
  await waitFor(() =>
    expect(Object.fromEntries(new URLSearchParams(address().split('?')[1]))).toEqual({
      'filter[createdAt][gte]': '2026-03-28T23:00:00.000Z',
      'filter[createdAt][lte]': '2026-03-29T21:59:59.999Z',
    }),
  )
  expect(await screen.findByTitle('Created: on or after 03/29/2026')).toBeVisible()
  expect(screen.getByLabelText('Created from')).toHaveValue('2026-03-29')
  expect(screen.getByLabelText('Created to')).toHaveValue('2026-03-29')
})

test('in UTC the address of a filter keeps its days', async () => {
  const { address } = await renderConsole('/sizes?filter[createdAt][gte].day=2026-03-29', {
    platform: platformOfOne(),
    timeZone: 'UTC',
  })
  expect(address()).toBe('/sizes?filter[createdAt][gte]=2026-03-29')
})

test('the user menu leads to the choice of every zone with its present offset', async () => {
  const { user, address } = await renderConsole('/sizes?limit=25', {
    platform: platformOfOne(),
    timeZone: 'Asia/Kolkata',
  })
  await user.click(await screen.findByLabelText(/User menu/))
  await user.click(screen.getByRole('link', { name: 'Time zone: Asia/Kolkata' }))
  const select = await screen.findByLabelText('Show times in')
  expect(select).toHaveValue('Asia/Kolkata')
  expect(screen.getByRole('option', { name: 'Asia/Kolkata (UTC+05:30)' })).toBeInTheDocument()
  expect(screen.getByRole('option', { name: 'UTC (UTC+00:00)' })).toBeInTheDocument()
  expect(select.closest('form')).toHaveAttribute('action', '/time-zone?next=%2Fsizes%3Flimit%3D25')
  await user.click(screen.getByRole('link', { name: 'Cancel' }))
  await waitFor(() => expect(address()).toBe('/sizes?limit=25'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

describe('the choice of a zone', () => {
  async function chosen(reply: { status: number; body?: unknown }) {
    const platform = platformOfOne()
    platform.replies.set(`PUT ${own}`, reply)
    const shown = await renderConsole(`${list}&timeZone`, { platform, timeZone: 'UTC' })
    await shown.user.selectOptions(await screen.findByLabelText('Show times in'), 'Asia/Tokyo')
    await shown.user.click(screen.getByRole('button', { name: 'Save' }))
    return { ...shown, platform }
  }

  test('writes the page anew where it stands', async () => {
    const { platform, address } = await chosen({ status: 200, body: {} })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(address()).toBe(list)
    expect(await time()).toHaveTextContent('03/09/2025 01:05 PM')
    expect(screen.getByText(/^Times are now shown/)).toBeVisible()
    expect(kept(platform).map(({ body }) => body)).toEqual([{ value: ['Asia/Tokyo'] }])
  })

  test('says at the field why it was not kept, and what was chosen stays', async () => {
    await chosen({ status: 503 })
    const select = screen.getByLabelText('Show times in')
    await waitFor(() => expect(select).toHaveAccessibleDescription(/^The console is busy/))
    expect(select).toHaveValue('Asia/Tokyo')
    expect(await time()).toHaveTextContent('03/09/2025 04:05 AM')
  })

  test.each([
    ['wrong', 'UTC', "This isn't a time zone. Choose one from the list."],
    ['Asia/Tokyo', 'Asia/Tokyo', "We couldn't save the time zone. Try again."],
  ])('after the server refused (%s) begins with %s and says so', async (asked, value, sentence) => {
    const platform = platformOfOne()
    await renderConsole(`${list}&timeZone=${asked}`, { platform, timeZone: 'UTC' })
    const select = await screen.findByLabelText('Show times in')
    expect(select).toHaveValue(value)
    expect(select).toHaveAccessibleDescription(new RegExp(sentence))
  })
})

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  [null, null],
  ['Europe/Nowhere', undefined],
  [7, undefined],
])('of a platform that says %j, the console takes %j', (timeZone, taken) => {
  expect(
    pickUserFields(Object.assign({ id: 7, storeId: 1, sIdentifier: 1 as const }, { timeZone }))
      .timeZone,
  ).toBe(taken)
})
