import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { NotificationInput } from '#machines/notifications.ts'
import { resources } from '#shared/areas/index.ts'
import { notificationPreferences } from '#shared/areas/notifications/notificationPreferences.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { routes } from '#shared/navigation/routes.ts'
import type { Route } from '#shared/navigation/routes.ts'
import { createMemoryPlatform, buildSize } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const getMenu = () => screen.getByRole('navigation', { name: 'Main menu' })
const getHrefs = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))

describe('spec.md section 2: the notification area', () => {
  afterEach(() => vi.useRealTimers())

  const getNotificationArea = () => screen.getByRole('region', { name: 'Notifications' })
  const advanceTime = (ms: number) => act(() => vi.advanceTimersByTime(ms))

  async function showNotification(notification: NotificationInput) {
    const { actors } = await renderConsole('/stickers')
    vi.useFakeTimers()
    act(() => actors.notifications.send({ type: 'notification.show', notification }))
  }

  test('a notification closes after 3000 ms and not before', async () => {
    await showNotification({ type: 'success', text: 'Saved.' })
    advanceTime(2999)
    expect(getNotificationArea()).toHaveTextContent('Saved.')
    advanceTime(1)
    expect(getNotificationArea()).toBeEmptyDOMElement()
  })

  test('a notification with its own delay closes after it', async () => {
    await showNotification({ type: 'success', text: 'Soon gone.', delay: 50 })
    advanceTime(49)
    expect(getNotificationArea()).toHaveTextContent('Soon gone.')
    advanceTime(1)
    expect(getNotificationArea()).toBeEmptyDOMElement()
  })

  test('a notification without a timeout stays until it is closed', async () => {
    await showNotification({
      type: 'error',
      title: 'Not saved.',
      text: 'No answer.',
      timeout: false,
    })
    advanceTime(60_000)
    expect(within(getNotificationArea()).getByText('Not saved.')).toBeVisible()
    vi.useRealTimers()
    const close = within(getNotificationArea()).getByRole('button', { name: 'Close notification' })
    act(() => close.click())
    expect(getNotificationArea()).toBeEmptyDOMElement()
  })

  test('notifications that came with the page show oldest first and close separately', async () => {
    const { user } = await renderConsole('/stickers', {
      notifications: [
        { type: 'success', text: 'First.', timeout: false },
        { type: 'success', text: 'Second.', timeout: false },
      ],
    })
    const getTexts = () =>
      within(getNotificationArea())
        .getAllByRole('paragraph')
        .map((text) => text.textContent)
    expect(getTexts()).toEqual(['First.', 'Second.'])
    const [first] = within(getNotificationArea()).getAllByRole('button', {
      name: 'Close notification',
    })
    if (first) await user.click(first)
    expect(getTexts()).toEqual(['Second.'])
  })

  test('section 3: success and error notifications have different icons', async () => {
    await renderConsole('/stickers', {
      notifications: [
        { type: 'success', text: 'Good.' },
        { type: 'error', text: 'Bad.' },
      ],
    })
    const getIconClass = (text: string) =>
      within(getNotificationArea()).getByText(text).closest('[data-type]')?.firstElementChild
        ?.className
    expect(getIconClass('Good.')).toEqual(expect.any(String))
    expect(getIconClass('Bad.')).toEqual(expect.any(String))
    expect(getIconClass('Bad.')).not.toBe(getIconClass('Good.'))
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
  const getToggle = (name: string) => within(getMenu()).getByRole('button', { name })

  test('links every menu route with its lists and hides the others', async () => {
    await renderConsole('/stickers')
    const menuRoutes: readonly Route[] = routes.filter((route) => route.menu)
    expect(getHrefs(getMenu()).toSorted()).toEqual(
      menuRoutes
        .flatMap(({ path, lists = [] }) => [path, ...lists.map(({ param }) => `${path}?${param}`)])
        .toSorted(),
    )
  })

  test("a link that the account can't open is locked and names the missing permission", async () => {
    await renderConsole('/stickers', { permissions: ['Stickers'] })
    const links = within(getMenu())
    expect(links.getByRole('link', { name: 'Colors' })).toHaveAccessibleDescription(
      'Your account needs the permission "Colors" to open this page.',
    )
    expect(links.getByRole('link', { name: 'Stickers' })).not.toHaveAttribute('data-locked')
  })

  test('marks the current page', async () => {
    await renderConsole('/stickers')
    expect(within(getMenu()).getByRole('link', { current: 'page' })).toHaveAccessibleName(
      'Stickers',
    )
  })

  test('collapses below 720 px and expands at 720 px', async () => {
    await renderConsole('/stickers')
    expect(getToggle('Collapse menu')).toHaveAttribute('aria-expanded', 'true')
    resizeTo(719)
    expect(getToggle('Expand menu')).toHaveAttribute('aria-expanded', 'false')
    resizeTo(720)
    expect(getToggle('Collapse menu')).toHaveAttribute('aria-expanded', 'true')
  })

  test('starts collapsed in a narrow window', async () => {
    window.innerWidth = 360
    await renderConsole('/stickers')
    expect(getToggle('Expand menu')).toBeVisible()
  })

  test('collapses and expands by its button', async () => {
    const { user } = await renderConsole('/stickers')
    await user.click(getToggle('Collapse menu'))
    await user.click(getToggle('Expand menu'))
    expect(getToggle('Collapse menu')).toBeVisible()
  })

  test('on a narrow page, it closes when a link is followed', async () => {
    const { user, address } = await renderConsole('/stickers')
    resizeTo(500)
    await user.click(getToggle('Expand menu'))
    await user.click(within(getMenu()).getByRole('link', { name: 'Stickers' }))
    await waitFor(() => expect(address()).toBe('/stickers'))
    expect(getToggle('Expand menu')).toBeVisible()
  })

  test('on a narrow page, Escape or a click outside only closes it', async () => {
    const { user, router } = await renderConsole('/stickers')
    resizeTo(500)
    await user.click(getToggle('Expand menu'))
    // Escape works once the closing script has loaded.
    await waitFor(async () => {
      await user.keyboard('{Escape}')
      expect(getToggle('Expand menu')).toHaveFocus()
    })
    const addListener = vi.spyOn(document, 'addEventListener')
    await user.click(getToggle('Expand menu'))
    await waitFor(() => expect(addListener.mock.calls.map(([type]) => type)).toContain('mousedown'))
    addListener.mockRestore()
    const breadcrumbs = screen.getByRole('navigation', { name: 'Breadcrumbs' })
    await user.click(within(breadcrumbs).getByRole('link', { name: 'Dashboard' }))
    expect(getToggle('Expand menu')).toBeVisible()
    const { location, navigation } = router.state
    expect([location.pathname, navigation.state]).toEqual(['/stickers', 'idle'])
  })

  test('groups expand and collapse', async () => {
    const { user } = await renderConsole('/stickers')
    const credits = within(getMenu()).getByRole('link', { name: 'Credits' })
    expect(credits).not.toBeVisible()
    await user.click(within(getMenu()).getByText('People'))
    expect(credits).toBeVisible()
    expect(within(getMenu()).getByRole('link', { name: 'Stickers' })).toBeVisible()
    await user.click(within(getMenu()).getByText('People'))
    expect(credits).not.toBeVisible()
  })

  test('the group of the current page is open, and opened groups stay open', async () => {
    const { user, router } = await renderConsole('/userGroups/create')
    const getLink = (name: string) => within(getMenu()).getByRole('link', { name })
    expect(getLink('Users')).toBeVisible()
    await user.click(within(getMenu()).getByText('Payments'))
    await act(() => router.navigate('/stickers'))
    await waitFor(() => expect(getLink('Colors')).toBeVisible())
    expect(getLink('Users')).not.toBeVisible()
    expect(getLink('Payment setup')).toBeVisible()
  })

  test('clicking a group in the collapsed menu expands the menu', async () => {
    const { user } = await renderConsole('/stickers')
    await user.click(getToggle('Collapse menu'))
    await user.click(within(getMenu()).getByText('People'))
    expect(getToggle('Collapse menu')).toBeVisible()
    expect(within(getMenu()).getByRole('link', { name: 'Credits' })).toBeVisible()
  })

  test("shows everything while permissions aren't enforced", async () => {
    await renderConsole('/stickers', { permissions: [] })
    expect(getHrefs(getMenu())).toContain('/sizes')
  })

  test("hides what isn't permitted once permissions are enforced", async () => {
    await renderConsole('/stickers', {
      permissions: ['Stickers', 'Colors'],
      facts: { enforcePermissions: true },
    })
    const permitted = ['/stickers', '/colors', '/training']
    expect(getHrefs(getMenu())).toEqual(expect.arrayContaining(permitted))
    expect(getHrefs(getMenu())).not.toContain('/sizes')
    expect(getHrefs(getMenu())).not.toContain('/dashboard')
  })
})

describe('spec.md sections 1 and 2: the top bar', () => {
  test("shows the job title, the organization label, and the operator's initials", async () => {
    await renderConsole('/stickers')
    const bar = screen.getByRole('link', { name: 'Operator console' }).closest('header')
    expect(bar).toHaveTextContent('Super Administrator')
    expect(bar).toHaveTextContent('Example Company')
    expect(bar).toHaveTextContent('AO')
  })

  const openUserMenu = async (user: Awaited<ReturnType<typeof renderConsole>>['user']) =>
    user.click(screen.getByLabelText(/User menu$/))

  test('its user menu closes on Escape, which returns the focus, and on a click outside', async () => {
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

  test('Log Out removes the cookies, signs out, and reloads', async () => {
    const platform = createMemoryPlatform()
    platform.replies.set('POST /auth/logout', { status: 204 })
    const { user, reload, actors } = await renderConsole('/stickers', { platform })
    await openUserMenu(user)
    await user.click(screen.getByRole('button', { name: 'Log Out' }))
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
    expect(platform.writes().map(({ path }) => path)).toEqual(['/auth/logout'])
    expect(actors.session.getSnapshot().context).toMatchObject({ user: null, permissions: [] })
    expect(screen.queryByRole('navigation', { name: 'Main menu' })).not.toBeInTheDocument()
  })

  test('Log Out works even if the console is unreachable', async () => {
    const platform = createMemoryPlatform()
    platform.replies.set('POST /auth/logout', { status: 503 })
    const { user, reload } = await renderConsole('/stickers', { platform })
    await openUserMenu(user)
    await user.click(screen.getByRole('button', { name: 'Log Out' }))
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  })
})

describe('spec.md section 2: the page header', () => {
  const getBreadcrumbs = () => screen.getByRole('navigation', { name: 'Breadcrumbs' })

  test("shows the route's name and the path from Dashboard", async () => {
    await renderConsole('/stores/42/logs')
    expect(await screen.findByRole('heading', { level: 1, name: 'Store logs' })).toBeVisible()
    expect(getHrefs(getBreadcrumbs())).toEqual(['/dashboard', '/stores', '/stores/42'])
    expect(within(getBreadcrumbs()).getByText('Store logs')).toHaveAttribute('aria-current', 'page')
    expect(document.title).toBe('Store logs · Operator console')
  })

  test('shows "Loading..." while a page loads', async () => {
    const platform = createMemoryPlatform()
    const { promise, resolve } = Promise.withResolvers<{ status: number; body: unknown }>()
    platform.replies.set('GET /sizes', () => promise)
    const { user } = await renderConsole('/stickers', { platform })
    await user.click(within(getMenu()).getByRole('link', { name: 'Sizes' }))
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
    'a signed-out visitor of %s is redirected to /',
    async (path) => {
      const { router } = await renderConsole(path, { signedOut: true })
      expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
      expect(router.state.location.pathname).toBe('/')
    },
  )

  test('a signed-in operator at / is redirected to /dashboard', async () => {
    const { address } = await renderConsole('/')
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    expect(address()).toBe('/dashboard')
  })

  test('section 4: a 401 from any call signs the operator out and reloads', async () => {
    const platform = createMemoryPlatform()
    platform.replies.set('GET /members', { status: 401 })
    const { actors, reload } = await renderConsole('/dashboard', { platform })
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
    expect(actors.session.getSnapshot().context.user).toBeNull()
  })
})

describe('Every route of the table renders in the console', () => {
  const consoleRoutes = routes.filter(({ path }) => path !== '/')

  test.each(consoleRoutes)('$path shows its title', async ({ path, title }) => {
    const platform = createMemoryPlatform()
    for (const {
      name,
      relations: { label },
    } of resources) {
      platform.replies.set(`GET /${name}`, { status: 200, body: { data: [] } })
      const one = { id: 1, version: 1, state: 'draft', [label]: 'The one' }
      platform.replies.set(`GET /${name}/1`, { status: 200, body: one })
      platform.replies.set(`GET /${name}/1/tests`, { status: 200, body: { data: [] } })
    }
    platform.replies.set('GET /notificationPreferences', {
      status: 200,
      body: { id: 1, version: 1, ...getInitialValues(notificationPreferences) },
    })
    platform.replies.set('GET /account', {
      status: 200,
      body: { id: 1, version: 1, firstName: 'Ana', lastName: 'Petrov' },
    })
    platform.replies.set('GET /apiKeys/1/details', {
      status: 200,
      body: {
        record: { id: 1, version: 1, name: 'The one', permissions: [], storeIds: [], networks: [] },
        isOwn: true,
        origin: '',
        permissions: [],
        calls: [],
      },
    })
    platform.replies.set('GET /permissions', { status: 200, body: { data: [] } })
    platform.replies.set('GET /alertLinks/1', {
      status: 200,
      body: { alertId: 1, title: 'The one', kind: 'incident', fixedAt: null },
    })
    platform.replies.set('GET /comments', {
      status: 200,
      body: { label: 'The one', data: [], next: null },
    })
    const member = { id: 1, version: 1, name: 'The one', email: 'one@example.com', active: true }
    platform.replies.set('GET /members/1/overview', {
      status: 200,
      body: {
        member,
        store: null,
        group: null,
        suspension: null,
        statusChange: null,
        balances: [],
        waitingCredits: [],
      },
    })
    platform.replies.set('GET /members/1/timeline', {
      status: 200,
      body: { data: [], next: null, kinds: [] },
    })
    await renderConsole(path.replaceAll(/:\w+/g, '1'), { platform })
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
    const trail = screen.getByRole('navigation', { name: 'Breadcrumbs' })
    expect(within(trail).getByText(title)).toHaveAttribute('aria-current', 'page')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

test('an instant shows its time zone in a tooltip', async () => {
  const platform = createMemoryPlatform([buildSize(1, 'Small', 'S')])
  const { user } = await renderConsole('/sizes?columns=name,createdAt', { platform })
  const time = await screen.findByText('03/09/2025 04:05 AM', { selector: 'time' })
  expect(time).not.toHaveAttribute('title')
  await user.hover(time)
  await waitFor(() => expect(time.title).toMatch(/^03\/09\/2025 04:05 AM UTC\n/))
})

describe('The result of a write in the URL', () => {
  const getNotifications = () => screen.getByRole('region', { name: 'Notifications' })

  test("isn't repeated on the first load and is removed from the URL", async () => {
    const { address } = await renderConsole('/sizes?filter[group][eq]=youth&notice=saved')
    await waitFor(() => expect(address()).toBe('/sizes?filter[group][eq]=youth'))
    expect(getNotifications()).toBeEmptyDOMElement()
  })

  test('is shown as a notification after navigation', async () => {
    const { router, address } = await renderConsole('/stickers')
    await act(() => router.navigate('/stickers?notice=saved'))
    await waitFor(() => expect(getNotifications()).toHaveTextContent('Saved'))
    await waitFor(() => expect(address()).toBe('/stickers'))
  })

  test('is ignored if it is unknown', async () => {
    const { router, address } = await renderConsole('/stickers')
    await act(() => router.navigate('/stickers?notice=You+won'))
    await waitFor(() => expect(address()).toBe('/stickers'))
    expect(getNotifications()).toBeEmptyDOMElement()
  })
})

describe('screens.md, "Every list": ? shows the keys', () => {
  const queryDialog = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })

  test('in a dialog that Escape closes', async () => {
    const { user } = await renderConsole('/stickers')
    await user.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await user.keyboard('{Escape}')
    expect(queryDialog()).not.toBeInTheDocument()
  })

  test('but not while typing in a field', async () => {
    const { user } = await renderConsole('/sizes')
    await user.type(await screen.findByRole('searchbox', { name: 'Search sizes' }), 'what?')
    expect(queryDialog()).not.toBeInTheDocument()
  })
})
