import { screen, waitFor } from '@testing-library/react'
import { onTestFinished, describe, expect, test } from 'vitest'
import { startActors, stopActors } from '#client/runtime/actors.ts'
import { ConsoleProvider } from '#client/runtime/ConsoleContext.tsx'
import { createBrowserEffects } from '#client/runtime/browserEffects.ts'
import { createBrowserApi } from '#client/runtime/browserApi.ts'
import { Instant } from '#client/ui/Instant.tsx'
import { pickUserFields } from '#shared/engine/user.ts'
import { openFilter } from '#tests/support/browser/filters.ts'
import { renderOnServer } from '#tests/support/browser/hydrate.tsx'
import { createMemoryPlatform, buildSize } from '#tests/support/servers/memoryPlatform.ts'
import type { MemoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { operator, renderConsole } from '#tests/support/browser/renderConsole.tsx'

const preferencePath = '/preferences/timeZone'
const getPreferenceRequests = ({ requests }: MemoryPlatform) =>
  requests.filter(({ path }) => path === preferencePath)
const createPlatformWithOneSize = () => createMemoryPlatform([buildSize(1, 'Small', 'S')])
const list = '/sizes?columns=name,createdAt'
const findTime = () => screen.findByText(/^03\/0/, { selector: 'td time' })

describe('screens.md, "The shell": instants are shown in the operator\'s time zone', () => {
  test('a list shows times in it', async () => {
    const platform = createPlatformWithOneSize()
    await renderConsole(list, { platform, timeZone: 'America/New_York' })
    expect(await findTime()).toHaveTextContent('03/08/2025 11:05 PM')
    expect(getPreferenceRequests(platform)).toEqual([])
  })

  test("UTC is used on a platform without time zones, which isn't called", async () => {
    const platform = createPlatformWithOneSize()
    await renderConsole(list, { platform })
    expect(await findTime()).toHaveTextContent('03/09/2025 04:05 AM')
    expect(getPreferenceRequests(platform)).toEqual([])
    expect(screen.queryByText(/^Time zone/)).toBeNull()
  })

  test("the browser's zone is saved once if the platform has none, and then used", async () => {
    const platform = createPlatformWithOneSize()
    platform.replies.set(`PUT ${preferencePath}`, { status: 200, body: { value: [] } })
    const { actors } = await renderConsole(list, { platform, timeZone: null })
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    await waitFor(() =>
      expect(actors.session.getSnapshot().context.user).toMatchObject({ timeZone }),
    )
    expect(getPreferenceRequests(platform).map(({ body }) => body)).toEqual([{ value: [timeZone] }])
  })

  test('a failed save leaves the page as it is', async () => {
    const platform = createPlatformWithOneSize()
    const { actors } = await renderConsole(list, { platform, timeZone: null })
    await waitFor(() => expect(getPreferenceRequests(platform)).toHaveLength(1))
    expect(actors.session.getSnapshot().context.user?.timeZone).toBeNull()
    expect(await findTime()).toHaveTextContent('03/09/2025 04:05 AM')
  })

  test('the server and the browser render the same time', async () => {
    const api = createBrowserApi({
      onUnauthorized: () => undefined,
      fetch: createMemoryPlatform().fetch,
    })
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
    const facts = {
      jobTitle: '',
      organisation: '',
      enforcePermissions: false,
      google: false,
      passkeys: false,
      origin: 'https://console.example.com',
    }
    const { html, hydrate } = renderOnServer(
      <ConsoleProvider {...{ actors, facts, api }} passwordForm={null}>
        <Instant at="2025-12-31T18:30:00.000Z" />
      </ConsoleProvider>,
    )
    expect(html).toContain('>01/01/2026 12:00 AM</time>')
    expect(await hydrate()).toEqual([])
  })
})

test('filter days use the time zone, the URL has instants, and the filter shows days again', async () => {
  const { user, address } = await renderConsole('/sizes', {
    platform: createPlatformWithOneSize(),
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
  expect(await screen.findByTitle('Created is on or after 03/29/2026')).toBeVisible()
  expect(screen.getByLabelText('Created from')).toHaveValue('2026-03-29')
  expect(screen.getByLabelText('Created to')).toHaveValue('2026-03-29')
})

test('in UTC, the URL of a filter keeps days', async () => {
  const { address } = await renderConsole('/sizes?filter[createdAt][gte].day=2026-03-29', {
    platform: createPlatformWithOneSize(),
    timeZone: 'UTC',
  })
  expect(address()).toBe('/sizes?filter[createdAt][gte]=2026-03-29')
})

test('the user menu opens the list of zones with their current offsets', async () => {
  const { user, address } = await renderConsole('/sizes?limit=25', {
    platform: createPlatformWithOneSize(),
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

describe('Choosing a time zone', () => {
  async function chooseTokyo(reply: { status: number; body?: unknown }) {
    const platform = createPlatformWithOneSize()
    platform.replies.set(`PUT ${preferencePath}`, reply)
    const view = await renderConsole(`${list}&timeZone`, { platform, timeZone: 'UTC' })
    await view.user.selectOptions(await screen.findByLabelText('Show times in'), 'Asia/Tokyo')
    await view.user.click(screen.getByRole('button', { name: 'Save' }))
    return { ...view, platform }
  }

  test('updates the times on the page', async () => {
    const { platform, address } = await chooseTokyo({ status: 200, body: {} })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(address()).toBe(list)
    expect(await findTime()).toHaveTextContent('03/09/2025 01:05 PM')
    expect(screen.getByText(/^Times are now shown/)).toBeVisible()
    expect(getPreferenceRequests(platform).map(({ body }) => body)).toEqual([
      { value: ['Asia/Tokyo'] },
    ])
  })

  test('shows a failure at the field and keeps the choice', async () => {
    await chooseTokyo({ status: 503 })
    const select = screen.getByLabelText('Show times in')
    await waitFor(() => expect(select).toHaveAccessibleDescription(/^The console is busy/))
    expect(select).toHaveValue('Asia/Tokyo')
    expect(await findTime()).toHaveTextContent('03/09/2025 04:05 AM')
  })

  test.each([
    ['wrong', 'UTC', "This isn't a time zone. Choose one from the list."],
    ['Asia/Tokyo', 'Asia/Tokyo', "We couldn't save the time zone. Try again."],
  ])(
    'after the server rejected (%s), starts with %s and shows the error',
    async (rejected, value, sentence) => {
      const platform = createPlatformWithOneSize()
      await renderConsole(`${list}&timeZone=${rejected}`, { platform, timeZone: 'UTC' })
      const select = await screen.findByLabelText('Show times in')
      expect(select).toHaveValue(value)
      expect(select).toHaveAccessibleDescription(new RegExp(sentence))
    },
  )
})

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  [null, null],
  ['Europe/Nowhere', undefined],
  [7, undefined],
])('a time zone of %j from the platform is used as %j', (timeZone, expected) => {
  expect(
    pickUserFields(Object.assign({ id: 7, storeId: 1, sIdentifier: 1 as const }, { timeZone }))
      .timeZone,
  ).toBe(expected)
})
