import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { NotificationInput } from '#machines/notifications.ts'
import { resources } from '#shared/areas/index.ts'
import { routes } from '#shared/navigation/routes.ts'
import type { Route } from '#shared/navigation/routes.ts'
import { memoryPlatform, sizeRecord } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const menu = () => screen.getByRole('navigation', { name: 'Main menu' })
const linksIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))

describe('spec.md section 2: the notification area', () => {
  afterEach(() => vi.useRealTimers())

  const area = () => screen.getByRole('region', { name: 'Notifications' })
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

  async function show(notification: NotificationInput) {
    const { actors } = await renderConsole('/stickers')
    vi.useFakeTimers()
    act(() => actors.notifications.send({ type: 'notification.show', notification }))
  }

  test('a notification closes itself after 3000 ms and not before', async () => {
    await show({ type: 'success', text: 'Saved.' })
    pass(2999)
    expect(area()).toHaveTextContent('Saved.')
    pass(1)
    expect(area()).toBeEmptyDOMElement()
  })

  test('one with a delay of its own closes after that', async () => {
    await show({ type: 'success', text: 'Soon gone.', delay: 50 })
    pass(49)
    expect(area()).toHaveTextContent('Soon gone.')
    pass(1)
    expect(area()).toBeEmptyDOMElement()
  })

  test('one without timeout stays until it is closed by hand', async () => {
    await show({ type: 'error', title: 'Not saved.', text: 'No answer.', timeout: false })
    pass(60_000)
    expect(within(area()).getByText('Not saved.')).toBeVisible()
    vi.useRealTimers()
    const close = within(area()).getByRole('button', { name: 'Close notification' })
    act(() => close.click())
    expect(area()).toBeEmptyDOMElement()
  })

  test('those that came with the page show, oldest first, each closed for itself', async () => {
    const { user } = await renderConsole('/stickers', {
      notifications: [
        { type: 'success', text: 'First.', timeout: false },
        { type: 'success', text: 'Second.', timeout: false },
      ],
    })
    const texts = () =>
      within(area())
        .getAllByRole('paragraph')
        .map((text) => text.textContent)
    expect(texts()).toEqual(['First.', 'Second.'])
    const [first] = within(area()).getAllByRole('button', { name: 'Close notification' })
    if (first) await user.click(first)
    expect(texts()).toEqual(['Second.'])
  })

  test('section 3: whatever is not a success shows another icon', async () => {
    await renderConsole('/stickers', {
      notifications: [
        { type: 'success', text: 'Good.' },
        { type: 'error', text: 'Bad.' },
      ],
    })
    const iconBeside = (text: string) =>
      within(area()).getByText(text).closest('[data-type]')?.firstElementChild?.className
    expect(iconBeside('Good.')).toEqual(expect.any(String))
    expect(iconBeside('Bad.')).toEqual(expect.any(String))
    expect(iconBeside('Bad.')).not.toBe(iconBeside('Good.'))
  })
})

describe('spec.md section 2: the side menu', () => {
  const resizeTo = (width: number) =>
    act(() => {
      window.innerWidth = width
      window.dispatchEvent(new Event('resize'))
    })
  afterEach(() => {
    window.innerWidth = 1024
  })
  const toggle = (name: string) => within(menu()).getByRole('button', { name })

  test('links every route flagged for display with its lists, and hides the others', async () => {
    await renderConsole('/stickers')
    const shown: readonly Route[] = routes.filter((route) => route.menu)
    expect(linksIn(menu()).toSorted()).toEqual(
      shown
        .flatMap(({ path, lists = [] }) => [path, ...lists.map(({ param }) => `${path}?${param}`)])
        .toSorted(),
    )
  })

  test('a link that the account cannot open has a lock and says which permission is missing', async () => {
    await renderConsole('/stickers', { permissions: ['Stickers'] })
    const links = within(menu())
    expect(links.getByRole('link', { name: 'Colors' })).toHaveAccessibleDescription(
      'Your account needs the permission "Colors" to open this page.',
    )
    expect(links.getByRole('link', { name: 'Stickers' })).not.toHaveAttribute('data-locked')
  })

  test('marks the page it is on', async () => {
    await renderConsole('/stickers')
    expect(within(menu()).getByRole('link', { current: 'page' })).toHaveAccessibleName('Stickers')
  })

  test('collapses by itself under 720 px and comes back at 720', async () => {
    await renderConsole('/stickers')
    expect(toggle('Collapse menu')).toHaveAttribute('aria-expanded', 'true')
    resizeTo(719)
    expect(toggle('Expand menu')).toHaveAttribute('aria-expanded', 'false')
    resizeTo(720)
    expect(toggle('Collapse menu')).toHaveAttribute('aria-expanded', 'true')
  })

  test('starts collapsed in a narrow window', async () => {
    window.innerWidth = 360
    await renderConsole('/stickers')
    expect(toggle('Expand menu')).toBeVisible()
  })

  test('is collapsed and expanded by hand', async () => {
    const { user } = await renderConsole('/stickers')
    await user.click(toggle('Collapse menu'))
    await user.click(toggle('Expand menu'))
    expect(toggle('Collapse menu')).toBeVisible()
  })

  test('opened over a narrow page, it closes when a link is followed', async () => {
    const { user, address } = await renderConsole('/stickers')
    resizeTo(500)
    await user.click(toggle('Expand menu'))
    await user.click(within(menu()).getByRole('link', { name: 'Stickers' }))
    await waitFor(() => expect(address()).toBe('/stickers'))
    expect(toggle('Expand menu')).toBeVisible()
  })

  test('opened over a narrow page, it closes by Escape, and by a press beside it, which does nothing else', async () => {
    const { user, router } = await renderConsole('/stickers')
    resizeTo(500)
    await user.click(toggle('Expand menu'))
    // What closes it is loaded when it opens.
    await waitFor(async () => {
      await user.keyboard('{Escape}')
      expect(toggle('Expand menu')).toHaveFocus()
    })
    const heard = vi.spyOn(document, 'addEventListener')
    await user.click(toggle('Expand menu'))
    await waitFor(() => expect(heard.mock.calls.map(([type]) => type)).toContain('mousedown'))
    heard.mockRestore()
    const way = screen.getByRole('navigation', { name: 'Breadcrumbs' })
    await user.click(within(way).getByRole('link', { name: 'Dashboard' }))
    expect(toggle('Expand menu')).toBeVisible()
    const { location, navigation } = router.state
    expect([location.pathname, navigation.state]).toEqual(['/stickers', 'idle'])
  })

  test('entries with children expand and collapse', async () => {
    const { user } = await renderConsole('/stickers')
    const credits = within(menu()).getByRole('link', { name: 'Credits' })
    expect(credits).not.toBeVisible()
    await user.click(within(menu()).getByText('People'))
    expect(credits).toBeVisible()
    expect(within(menu()).getByRole('link', { name: 'Stickers' })).toBeVisible()
    await user.click(within(menu()).getByText('People'))
    expect(credits).not.toBeVisible()
  })

  test('the one that the page belongs to is open, in it or below it; what was opened stays', async () => {
    const { user, router } = await renderConsole('/userGroups/create')
    const link = (name: string) => within(menu()).getByRole('link', { name })
    expect(link('Users')).toBeVisible()
    await user.click(within(menu()).getByText('Payments'))
    await act(() => router.navigate('/stickers'))
    await waitFor(() => expect(link('Colors')).toBeVisible())
    expect(link('Users')).not.toBeVisible()
    expect(link('Payment setup')).toBeVisible()
  })

  test('a heading of the collapsed menu first opens the menu', async () => {
    const { user } = await renderConsole('/stickers')
    await user.click(toggle('Collapse menu'))
    await user.click(within(menu()).getByText('People'))
    expect(toggle('Collapse menu')).toBeVisible()
    expect(within(menu()).getByRole('link', { name: 'Credits' })).toBeVisible()
  })

  test('shows everything whatever is permitted, as long as permissions are not enforced', async () => {
    await renderConsole('/stickers', { permissions: [] })
    expect(linksIn(menu())).toContain('/sizes')
  })

  test('enforced, it hides what is not permitted', async () => {
    await renderConsole('/stickers', {
      permissions: ['Stickers', 'Colors'],
      facts: { enforcePermissions: true },
    })
    const held = ['/stickers', '/colors', '/training']
    expect(linksIn(menu())).toEqual(expect.arrayContaining(held))
    expect(linksIn(menu())).not.toContain('/sizes')
    expect(linksIn(menu())).not.toContain('/dashboard')
  })
})

describe('spec.md sections 1 and 2: the top bar', () => {
  test('shows job title, organisation label and the initials of the operator', async () => {
    await renderConsole('/stickers')
    const bar = screen.getByRole('link', { name: 'Operator console' }).closest('header')
    expect(bar).toHaveTextContent('Super Administrator')
    expect(bar).toHaveTextContent('Example Company')
    expect(bar).toHaveTextContent('AO')
  })

  const openUserMenu = async (user: Awaited<ReturnType<typeof renderConsole>>['user']) =>
    user.click(screen.getByLabelText(/User menu$/))

  test('its user menu closes on Escape, with the focus back on it, and on a click elsewhere', async () => {
    const { user } = await renderConsole('/stickers')
    await openUserMenu(user)
    expect(screen.getByRole('button', { name: 'Log Out' })).toBeVisible()
    await user.keyboard('{Escape}')
    expect(screen.getByText('Log Out')).not.toBeVisible()
    expect(screen.getByLabelText(/User menu$/)).toHaveFocus()
    await openUserMenu(user)
    await user.click(screen.getByRole('heading', { level: 1 }))
    expect(screen.getByText('Log Out')).not.toBeVisible()
  })

  test.each([
    [
      { allStores: true, groups: ['Auditors', 'Support'] },
      'GroupsAuditors, SupportStoresAll stores',
    ],
    [{ groups: [], storeNames: ['Acme', 'Globex'], storeCount: 2 }, 'GroupsNoneStoresAcme, Globex'],
    [
      { groups: ['Support'], storeNames: ['Acme', 'Globex', 'Initech'], storeCount: 1214 },
      'GroupsSupportStoresAcme, Globex, Initech, and 1,211 more',
    ],
    [{ groups: ['Support'], storeNames: [], storeCount: 0 }, 'GroupsSupportStoresNone'],
  ])('its user menu shows the name, groups, and stores of %j', async (account, facts) => {
    const { user } = await renderConsole('/stickers', { account })
    await openUserMenu(user)
    expect(screen.getByText('Ann Operator')).toBeVisible()
    expect(screen.getByText('Groups').closest('dl')).toHaveTextContent(facts)
  })

  test('Change Password opens the Reset Password modal and closes the menu', async () => {
    const { user } = await renderConsole('/stickers')
    await openUserMenu(user)
    await user.click(screen.getByRole('link', { name: 'Change Password' }))
    expect(await screen.findByRole('dialog', { name: 'Reset Password' })).toBeVisible()
    expect(screen.getByText('Log Out')).not.toBeVisible()
  })

  test('Log Out has the cookies removed, signs out and reloads', async () => {
    const platform = memoryPlatform()
    platform.replies.set('POST /auth/logout', { status: 204 })
    const { user, reload, actors } = await renderConsole('/stickers', { platform })
    await openUserMenu(user)
    await user.click(screen.getByRole('button', { name: 'Log Out' }))
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
    expect(platform.writes().map(({ path }) => path)).toEqual(['/auth/logout'])
    expect(actors.session.getSnapshot().context).toMatchObject({ user: null, permissions: [] })
    expect(screen.queryByRole('navigation', { name: 'Main menu' })).not.toBeInTheDocument()
  })

  test('Log Out works even when the console cannot be reached', async () => {
    const platform = memoryPlatform()
    platform.replies.set('POST /auth/logout', { status: 503 })
    const { user, reload } = await renderConsole('/stickers', { platform })
    await openUserMenu(user)
    await user.click(screen.getByRole('button', { name: 'Log Out' }))
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  })
})

describe('spec.md section 2: the page header', () => {
  const breadcrumbs = () => screen.getByRole('navigation', { name: 'Breadcrumbs' })

  test('shows the name of the route and the way to it from a Dashboard link', async () => {
    await renderConsole('/stores/42/logs')
    expect(await screen.findByRole('heading', { level: 1, name: 'Store logs' })).toBeVisible()
    expect(linksIn(breadcrumbs())).toEqual(['/dashboard', '/stores', '/stores/42'])
    expect(within(breadcrumbs()).getByText('Store logs')).toHaveAttribute('aria-current', 'page')
    expect(document.title).toBe('Store logs · Operator console')
  })

  test('says "Loading..." while a page is on its way', async () => {
    const platform = memoryPlatform()
    const { promise, resolve } = Promise.withResolvers<{ status: number; body: unknown }>()
    platform.replies.set('GET /sizes', () => promise)
    const { user } = await renderConsole('/stickers', { platform })
    await user.click(within(menu()).getByRole('link', { name: 'Sizes' }))
    expect(await screen.findByText('Loading...')).toBeVisible()
    expect(screen.getByRole('main')).toHaveAttribute('aria-busy', 'true')
    resolve({ status: 200, body: { data: [] } })
    expect(await screen.findByRole('heading', { level: 1, name: 'Sizes' })).toBeVisible()
    expect(screen.queryByText('Loading...')).not.toBeInTheDocument()
    expect(screen.getByRole('main')).not.toHaveAttribute('aria-busy')
  })
})

describe('spec.md section 2: the navigation guard', () => {
  test.each(['/sizes?search=large', '/dashboard', '/nothing'])(
    'a visitor who is not signed in and goes to %s is sent to /',
    async (path) => {
      const { router } = await renderConsole(path, { signedOut: true })
      expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
      expect(router.state.location.pathname).toBe('/')
    },
  )

  test('a signed-in operator going to / is sent to /dashboard', async () => {
    const { address } = await renderConsole('/')
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    expect(address()).toBe('/dashboard')
  })

  test('section 4: a 401 from any call signs the operator out and reloads', async () => {
    const platform = memoryPlatform()
    platform.replies.set('GET /members', { status: 401 })
    const { actors, reload } = await renderConsole('/dashboard', { platform })
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
    expect(actors.session.getSnapshot().context.user).toBeNull()
  })
})

describe('every route of the table stands in the console', () => {
  const shown = routes.filter(({ path }) => path !== '/')

  test.each(shown)('$path, under its title', async ({ path, title }) => {
    const platform = memoryPlatform()
    for (const { name, label } of resources) {
      platform.replies.set(`GET /${name}`, { status: 200, body: { data: [] } })
      const one = { id: 1, version: 1, state: 'draft', [label]: 'The one' }
      platform.replies.set(`GET /${name}/1`, { status: 200, body: one })
      platform.replies.set(`GET /${name}/1/tests`, { status: 200, body: { data: [] } })
    }
    platform.replies.set('GET /permissions', { status: 200, body: { data: [] } })
    await renderConsole(path.replaceAll(/:\w+/g, '1'), { platform })
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
    const trail = screen.getByRole('navigation', { name: 'Breadcrumbs' })
    expect(within(trail).getByText(title)).toHaveAttribute('aria-current', 'page')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

test('an instant says its zone when it is pointed at', async () => {
  const platform = memoryPlatform([sizeRecord(1, 'Small', 'S')])
  const { user } = await renderConsole('/sizes?columns=name,createdAt', { platform })
  const time = await screen.findByText('03/09/2025 04:05 AM', { selector: 'time' })
  expect(time).not.toHaveAttribute('title')
  await user.hover(time)
  await waitFor(() => expect(time.title).toMatch(/^03\/09\/2025 04:05 AM UTC\n/))
})

describe('the outcome of a write arrives in the address', () => {
  const notifications = () => screen.getByRole('region', { name: 'Notifications' })

  test('on the first load the server has said it already; it leaves the address, the rest stays', async () => {
    const { address } = await renderConsole('/sizes?filter[group][eq]=youth&notice=saved')
    await waitFor(() => expect(address()).toBe('/sizes?filter[group][eq]=youth'))
    expect(notifications()).toBeEmptyDOMElement()
  })

  test('later it is said as a notification', async () => {
    const { router, address } = await renderConsole('/stickers')
    await act(() => router.navigate('/stickers?notice=saved'))
    await waitFor(() => expect(notifications()).toHaveTextContent('Saved'))
    await waitFor(() => expect(address()).toBe('/stickers'))
  })

  test('words that are none of ours are not said', async () => {
    const { router, address } = await renderConsole('/stickers')
    await act(() => router.navigate('/stickers?notice=You+won'))
    await waitFor(() => expect(address()).toBe('/stickers'))
    expect(notifications()).toBeEmptyDOMElement()
  })
})

describe('screens.md, "Every list": ? shows the keys', () => {
  const keys = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })

  test('in a dialog that Escape closes', async () => {
    const { user } = await renderConsole('/stickers')
    await user.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await user.keyboard('{Escape}')
    expect(keys()).not.toBeInTheDocument()
  })

  test('but not while something is typed', async () => {
    const { user } = await renderConsole('/sizes')
    await user.type(await screen.findByRole('searchbox', { name: 'Search sizes' }), 'what?')
    expect(keys()).not.toBeInTheDocument()
  })
})
