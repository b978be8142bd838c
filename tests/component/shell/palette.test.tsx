import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { listenForEarlyPaletteKey } from '#client/shell/paletteKey.ts'
// Loaded before the first of the tests waits for it.
import '#client/parts/palette/Palette.tsx'
import { resources } from '#shared/areas/index.ts'
import { memoryPlatform, sizeRecord } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { noPage, storePlatform, storeRecord } from '#tests/support/servers/storePlatform.ts'

const dialog = () => screen.findByRole('dialog')
const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^(Search|Switch)/ })
const options = () =>
  list()
    .getAllByRole('option')
    .map((option) => option.textContent)
const chosen = () => list().getByRole('option', { selected: true })
const list = () => within(screen.getByRole('listbox'))
const groups = () =>
  list()
    .queryAllByRole('group')
    .map((one) => one.getAttribute('aria-labelledby'))
/** What stands below the first record. */
const parts = () =>
  list()
    .getAllByRole('option')
    .flatMap((one) => (one.hasAttribute('data-part') ? [one.getAttribute('aria-label')] : []))
const headings = () => groups().map((id) => document.getElementById(id ?? '')?.textContent)

/** A platform that answers every list, those of sizes and stores with some. */
function platformWith() {
  const platform = memoryPlatform([sizeRecord(1, 'Éxtra wide', 'XW'), sizeRecord(2, 'Small', 'S')])
  for (const { name } of resources)
    if (name !== 'sizes')
      platform.replies.set(`GET /${name}`, { status: 200, body: { data: [], page: noPage } })
  const stores = [
    storeRecord({ id: 5, name: 'Acme Rewards' }),
    storeRecord({ id: 6, name: 'Voss Torino' }),
  ]
  platform.replies.set('GET /stores', ({ search }) => {
    const sought = search?.get('search')?.toLowerCase() ?? ''
    const data = stores.filter(({ name }) => String(name).toLowerCase().includes(sought))
    return { status: 200, body: { data, page: noPage } }
  })
  return platform
}

async function open(path = '/stickers', platform = platformWith(), options = {}) {
  const shown = await renderConsole(path, { platform, ...options })
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  await dialog()
  await waitFor(() => expect(input()).toHaveFocus())
  const type = async (text: string) => {
    await shown.user.type(input(), text)
    await waitFor(() => expect(screen.getByRole('dialog').textContent).not.toContain('Loading'))
  }
  return { ...shown, platform, type }
}

test('Ctrl K that is pressed before the page is hydrated opens the palette then, with what was typed after it', async () => {
  listenForEarlyPaletteKey()
  const plain = document.body.appendChild(document.createElement('a'))
  const isLeft = () => fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  // A page without a palette leaves the key to the browser.
  expect(isLeft()).toBe(true)
  plain.href = '?find='
  expect(isLeft()).toBe(false)
  for (const key of 'voss') fireEvent.keyDown(document.body, { key })
  plain.remove()
  await renderConsole('/stickers', { platform: platformWith() })
  await dialog()
  await waitFor(() => expect(input()).toHaveValue('voss'))
})

test('what an earlier text found is not offered for another one', async () => {
  const platform = platformWith()
  const { user } = await open('/stickers', platform)
  await user.type(input(), 'acme')
  await list().findByRole('option', { name: /^Acme Rewards/ })
  let answer = () => undefined as void
  const waits = new Promise<void>((resolve) => (answer = resolve))
  platform.replies.set('GET /stores', () =>
    waits.then(() => ({ status: 200, body: { data: [], page: noPage } })),
  )
  await user.type(input(), ' r')
  expect(list().getByRole('option', { name: /^Acme Rewards/ })).toBeVisible()
  await user.clear(input())
  await user.type(input(), 'stickers')
  expect(list().queryByRole('option', { name: /Acme Rewards/ })).toBeNull()
  expect(screen.getByRole('dialog')).toHaveTextContent('Searching...')
  answer()
  await waitFor(() => expect(screen.getByRole('dialog')).not.toHaveTextContent('Searching...'))
})

test('a page is found by what else it is called', async () => {
  const { user } = await open()
  await user.type(input(), 'colours')
  expect(list().getByRole('option', { name: /^Colors/ })).toBeVisible()
})

describe('the palette', () => {
  test('is opened by its button, which without a script leads to the same page with it', async () => {
    const { user } = await renderConsole('/sizes?search=x', { platform: platformWith() })
    const button = screen.getByRole('link', { name: 'Search or jump to...' })
    expect(button).toHaveAttribute('href', '/sizes?search=x&find=')
    await user.click(button)
    expect(await dialog()).toHaveAccessibleName('Search or jump to')
  })

  test('what is typed while it is on its way is its own, and no key of the list', async () => {
    const { user, address } = await renderConsole('/sizes', { platform: platformWith() })
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    // At once: before the script that shows it can have answered.
    for (const key of ['n', 'x', 'Backspace', 'e', ' ', 's'])
      fireEvent.keyDown(document.activeElement ?? document.body, { key })
    await dialog()
    await waitFor(() => expect(input()).toHaveFocus())
    expect(input()).toHaveValue('ne s')
    await user.keyboard('i')
    await waitFor(() => expect(options()).toContain('New size'))
    expect(input()).toHaveValue('ne si')
    expect(address()).toBe('/sizes')
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.keyDown(document.body, { key: 'n' })
    await waitFor(() => expect(address()).toBe('/sizes?create'))
  })

  test('Enter typed while it is on its way opens what is found', async () => {
    const { address } = await renderConsole('/sizes', { platform: platformWith() })
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    for (const key of ['v', 'o', 's', 's', 'Enter']) fireEvent.keyDown(document.body, { key })
    await waitFor(() => expect(address()).toBe('/stores/6'))
  })

  test('asked for again where it is open already, it leaves keys to its field', async () => {
    const { user, type } = await open()
    fireEvent.keyDown(input(), { key: 'k', ctrlKey: true })
    await type('small')
    await user.keyboard('{Backspace}')
    expect(input()).toHaveValue('smal')
  })

  test('offers pages and actions before anything is typed, and asks the platform nothing', async () => {
    const { platform } = await open()
    expect(headings()).toEqual(['Go to', 'Actions'])
    expect(options()).toContain('New store')
    expect(options()).toContain('SizesCatalog')
    expect(options()).toContain('Platform defaults')
    expect(platform.requests.filter(({ path }) => path === '/stores')).toEqual([])
  })

  test('finds pages by words in any order', async () => {
    const { type } = await open()
    await type('groups mem')
    await waitFor(() => expect(options()[0]).toBe('Member GroupsPeople'))
  })

  test.each([
    ['incidents', 'IncidentsPayment attempts', '/paymentAttempt?incidents'],
    ['liability', 'LiabilitiesCredits', '/credits?liability'],
    ['organizations', 'OrganizationsAll Stores', '/stores?organisations'],
    ['theme versions', 'Theme versionsThemes', '/themes?versions'],
    ['logs', 'Platform logsUsers', '/users?log'],
  ])('finds the list behind a parameter that is called %s', async (text, label, to) => {
    const { user, type, address } = await open()
    await type(text)
    await waitFor(() => expect(options()).toContain(label))
    const found = list().getByText((_, element) => element?.textContent === label, {
      selector: 'a',
    })
    expect(found).toHaveAttribute('href', to)
    await user.click(found)
    await waitFor(() => expect(address()).toBe(to))
  })

  test('of lists behind a parameter it offers those that the operator may read', async () => {
    const held = { permissions: ['Sizes'], facts: { enforcePermissions: true } }
    const { type } = await open('/sizes', platformWith(), held)
    await type('incidents')
    expect(await screen.findByText('No results for "incidents"')).toBeVisible()
  })

  test('changes the password, and the time zone where one is kept, over the page one is on', async () => {
    const { user, type, address } = await open('/sizes?search=s', platformWith(), {
      timeZone: 'Europe/Rome',
    })
    expect(options()).toContain('Time zone: Europe/Rome')
    await type('password')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/sizes?search=s&password'))
  })

  test('leads to the jobs where the platform has some', async () => {
    const { type, user, actors } = await open()
    expect(options()).not.toContain('Jobs')
    await act(async () => actors.session.send({ type: 'jobs.counted', underWay: 0 }))
    await type('jobs')
    await user.click(await screen.findByRole('option', { name: 'Jobs' }))
    expect(await screen.findByRole('region', { name: 'Jobs' })).toBeVisible()
  })

  test('logs out as the user menu does', async () => {
    const { user, type, actors } = await open()
    await type('log out')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(actors.session.getSnapshot().matches('signedIn')).toBe(false))
  })

  test('finds records of every kind by name and marks what was typed, accents or not', async () => {
    const { type, platform } = await open()
    // As the platform searches: accents do not count.
    const data = [sizeRecord(1, 'Éxtra wide', 'XW')]
    platform.replies.set('GET /sizes', { status: 200, body: { data, page: noPage } })
    await type('wide extra')
    const found = await screen.findByRole('option', { name: /^Éxtra wide/ })
    expect(headings()).toEqual(['Sizes'])
    expect([...found.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
      'Éxtra',
      'wide',
    ])
  })

  test('what is called exactly so comes first, of all kinds', async () => {
    const { type, platform } = await open()
    const data = ['Voss 137', 'Voss 37', '37'].map((name, id) => storeRecord({ id, name }))
    platform.replies.set('GET /stores', { status: 200, body: { data, page: noPage } })
    const size = [sizeRecord(1, '37 wide', 'W')]
    platform.replies.set('GET /sizes', { status: 200, body: { data: size, page: noPage } })
    const orders = [
      { id: 4, number: '#137' },
      { id: 5, number: '#37' },
    ]
    platform.replies.set('GET /orders', { status: 200, body: { data: orders, page: noPage } })
    await type('37')
    await screen.findByRole('option', { name: /^37 wide/ })
    expect(headings().slice(0, 3)).toEqual(['Stores', 'Orders', 'Sizes'])
    const called = options().filter((text) => /^#?[\d]+/.test(text ?? ''))
    expect(called[0]).toMatch(/^37/)
    expect(called.findIndex((text) => text?.startsWith('#37'))).toBeLessThan(
      called.findIndex((text) => text?.startsWith('#137')),
    )
    expect(platform.requests.filter(({ search }) => search?.get('closest') === 'true')).not.toEqual(
      [],
    )
  })

  test('arrows choose, round at the ends; Enter opens and closes it', async () => {
    const { user, type, address } = await open()
    await type('voss')
    const found = await screen.findByRole('option', { name: /^Voss Torino/ })
    expect(chosen()).toBe(found)
    expect(input()).toHaveAttribute('aria-activedescendant', found.id)
    await user.keyboard('{ArrowUp}')
    expect(chosen()).toBe(screen.getAllByRole('option').at(-1))
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(address()).toBe('/stores/6'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('Enter that comes before the answer waits for it', async () => {
    const { user, address } = await open()
    await user.type(input(), 'voss{Enter}')
    await waitFor(() => expect(address()).toBe('/stores/6'))
  })

  test('Ctrl+Enter opens a new tab and leaves it open', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    const { user, type } = await open()
    await type('voss')
    await screen.findByRole('option', { name: /^Voss/ })
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(opened).toHaveBeenCalledWith('/stores/6', '_blank', 'noopener')
    expect(screen.getByRole('dialog')).toBeVisible()
  })

  test('below the first record stands what is done with it most, named for who hears it', async () => {
    const { user, type, address } = await open()
    await type('voss')
    await screen.findByRole('option', { name: /^Voss Torino/ })
    expect(parts()).toEqual(['Edit: Voss Torino', 'Logs: Voss Torino', 'Suspend...: Voss Torino'])
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}')
    await waitFor(() => expect(address()).toBe('/stores/6?change=suspend'))
  })

  test('the first of a plain list has its history and its deletion below it', async () => {
    const { user, type, address } = await open()
    await type('small')
    await user.click(await screen.findByRole('option', { name: 'Delete...: Small' }))
    await waitFor(() => expect(address()).toBe('/sizes?delete=2'))
  })

  test('what is a part of another record is dealt with in the list of that one', async () => {
    const platform = platformWith()
    const value = { ...sizeRecord(7, 'Linen', 'linen'), label: 'Linen', attributeId: 3 }
    const data = [value]
    platform.replies.set('GET /subAttributes', { status: 200, body: { data, page: noPage } })
    const { type } = await open('/stickers', platform)
    await type('linen')
    expect(await screen.findByRole('option', { name: 'Delete...: Linen' })).toHaveAttribute(
      'href',
      '/attributes/3/subAttributes?delete=7',
    )
  })

  test('a name and the beginning of an action find that action of each record of the name', async () => {
    const { user, type, address } = await open()
    await type('acme brand')
    const found = await screen.findByRole('option', { name: /^Brand/ })
    expect(headings()).toEqual(['Actions'])
    expect(found).toHaveTextContent('BrandAcme Rewards')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/stores/5?tab=brand'))
  })

  test('a word that names no action is a part of the name, and asks the platform once', async () => {
    const { type, platform } = await open()
    platform.requests.length = 0
    await type('voss torino')
    await screen.findByRole('option', { name: /^Voss Torino/ })
    const sought = platform.requests.map(({ search }) => search?.get('search'))
    expect(sought).not.toContain('voss')
  })

  test('what a store does not allow is not offered', async () => {
    const platform = platformWith()
    const data = [storeRecord({ name: 'Held', deleteAfter: '2026-12-01T00:00:00.000Z' })]
    platform.replies.set('GET /stores', { status: 200, body: { data, page: noPage } })
    const { type } = await open('/stickers', platform)
    await type('held')
    await screen.findByRole('option', { name: /^Logs/ })
    expect(parts()).toEqual(['Edit: Held', 'Logs: Held'])
  })

  test('on a page of a store, what is typed is sought in its logs too', async () => {
    const platform = storePlatform()
    for (const { name } of resources)
      platform.replies.set(`GET /${name}`, { status: 200, body: { data: [], page: noPage } })
    const { type } = await open('/stores/5', platform)
    await type('mail sent')
    const found = await screen.findByRole('option', { name: /logs/ })
    expect(found).toHaveTextContent(`Search this store's logs for "mail sent"`)
    expect(found).toHaveAttribute('href', '/stores/5?tab=logs&search=mail+sent')
  })

  test('on a page of a store, the name of an action finds that action of this store', async () => {
    const platform = storePlatform()
    for (const { name } of resources)
      platform.replies.set(`GET /${name}`, { status: 200, body: { data: [], page: noPage } })
    const { type } = await open('/stores/5', platform)
    await type('suspend')
    const found = await screen.findByRole('option', { name: /^Suspend/ })
    expect(found).toHaveTextContent('Acme Rewards')
    expect(found).toHaveAttribute('href', '/stores/5?change=suspend')
  })

  test.each([
    ['suspend', 'Suspend...', '/stores/5?change=suspend'],
    ['maintenance', 'Start maintenance...', '/stores/5?change=startMaintenance'],
    ['duplicate', 'Duplicate', '/stores/5?tab=duplicate'],
    ['brand', 'Brand', '/stores/5?tab=brand'],
  ])('what a store page offers is found by its name: %s', async (text, label, to) => {
    const platform = storePlatform()
    for (const { name } of resources)
      platform.replies.set(`GET /${name}`, { status: 200, body: { data: [], page: noPage } })
    const { user, type, address } = await open('/stores/5', platform)
    await type(text)
    const named = options().filter((option) => option?.startsWith(label))
    expect(named).toEqual([`${label}Acme Rewards`])
    await user.click(list().getByRole('option', { name: new RegExp(`^${label}`) }))
    await waitFor(() => expect(address()).toBe(to))
    expect(screen.queryByRole('dialog', { name: 'Search or jump to' })).toBeNull()
  })

  test('what a list offers is found by its name, once, and pressed there', async () => {
    const { user, type, address } = await open('/sizes?search=small')
    expect(options().filter((text) => text?.startsWith('New size'))).toEqual(['New size'])
    await type('columns')
    await waitFor(() => expect(options()).toEqual(['ColumnsSizes']))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/sizes?search=small&choose'))
  })

  test('a list that the menu of another one leads to is found once', async () => {
    const { type } = await open('/users')
    await type('platform logs')
    await waitFor(() => expect(options()).toEqual(['Platform logsUsers']))
  })

  test('on a tab of a store too a change is offered once', async () => {
    const platform = storePlatform()
    for (const { name } of resources)
      platform.replies.set(`GET /${name}`, { status: 200, body: { data: [], page: noPage } })
    const { type } = await open('/stores/5?tab=brand', platform)
    await type('suspend')
    await screen.findByRole('option', { name: /logs for/ })
    expect(options().filter((option) => option?.startsWith('Suspend'))).toHaveLength(1)
  })

  test('of what a list offers it finds what the operator may do alone', async () => {
    const held = { permissions: ['Sizes:read'], facts: { enforcePermissions: true } }
    const { type } = await open('/sizes', platformWith(), held)
    await type('paste')
    expect(await screen.findByText('No results for "paste"')).toBeVisible()
  })

  test('a click opens what is clicked', async () => {
    const { user, type, address } = await open()
    await type('small')
    await user.click(await screen.findByRole('option', { name: /^Small/ }))
    await waitFor(() => expect(address()).toBe('/sizes?edit=2'))
  })

  test('Escape closes it', async () => {
    await open()
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('asks no entries, which have no names', async () => {
    const { type, platform } = await open()
    await type('voss')
    await screen.findByRole('option', { name: /^Voss Torino/ })
    const entries = resources
      .filter((one) => one.appendOnly && one.name !== 'orders')
      .map(({ name }) => `/${name}`)
    expect(entries).not.toEqual([])
    expect(platform.requests.filter(({ path }) => entries.includes(path))).toEqual([])
  })

  test('says that it searches while it knows of nothing, then that nothing is found', async () => {
    const { type, platform } = await open()
    const answer = Promise.withResolvers<void>()
    platform.replies.set('GET /themes', async () => {
      await answer.promise
      return { status: 200, body: { data: [], page: noPage } }
    })
    await type('zzz')
    expect(await screen.findByText('Searching...')).toBeVisible()
    answer.resolve()
    expect(await screen.findByText('No results for "zzz"')).toBeVisible()
    expect(screen.queryByText('Searching...')).toBeNull()
  })

  test('says which kinds could not be searched, and that none could', async () => {
    const { type, platform, user } = await open()
    platform.replies.set('GET /themes', { status: 503 })
    await type('vos')
    expect(await screen.findByText("We couldn't search Themes.")).toBeVisible()
    for (const { name } of resources) platform.replies.set(`GET /${name}`, { status: 503 })
    await user.type(input(), 's')
    expect(await screen.findByText('The search failed. Try again.')).toBeVisible()
  })

  test('where rights count, it offers and asks for what the operator may open alone', async () => {
    const held = { permissions: ['Sizes'], facts: { enforcePermissions: true } }
    const { type, platform } = await open('/sizes', platformWith(), held)
    expect(options()).toContain('New size')
    expect(options()).not.toContain('New store')
    expect(options()).not.toContain('All StoresStores')
    platform.requests.length = 0
    await type('small')
    await screen.findByRole('option', { name: /^Small/ })
    const readable = resources.filter(({ permission }) => permission === 'Sizes')
    expect(new Set(platform.requests.map(({ path }) => path))).toEqual(
      new Set(readable.map(({ name }) => `/${name}`)),
    )
    // `Sizes` alone covers all of it; only reading covers no deletion.
    expect(parts()).toEqual(['History: Small', 'Delete...: Small'])
  })

  test('leads who may only read to what there is to read', async () => {
    const held = { permissions: ['Sizes:read'], facts: { enforcePermissions: true } }
    const { type } = await open('/sizes', platformWith(), held)
    await type('small')
    expect(await screen.findByRole('option', { name: /^Small/ })).toHaveAttribute(
      'href',
      '/sizes?record=2',
    )
  })

  test('begins with the pages one was on last, not with the one that is shown', async () => {
    const { router } = await renderConsole('/sizes', { platform: platformWith() })
    await router.navigate('/stickers')
    await screen.findByRole('heading', { level: 1, name: /[Ss]tickers/ })
    await waitFor(() => expect(document.title).toMatch(/Stickers/))
    fireEvent.keyDown(document.body, { key: 'k', metaKey: true })
    await dialog()
    await waitFor(() => expect(headings()[0]).toBe('Last visited'))
    expect(options()[0]).toBe('Sizes')
  })
})

describe('the store switcher', () => {
  test.each(['Enter', 'a click'])(
    'is in the palette on the pages of a store, by %s',
    async (by) => {
      const platform = storePlatform()
      for (const { name } of resources)
        platform.replies.set(`GET /${name}`, { status: 200, body: { data: [], page: noPage } })
      platform.replies.set('GET /stores', ({ search }) => {
        const data = search?.get('search') ? [] : [storeRecord({ id: 6, name: 'Voss Torino' })]
        return { status: 200, body: { data, page: noPage } }
      })
      const { user, type, address } = await open('/stores/5?tab=brand', platform)
      await type('switch')
      const entry = await screen.findByRole('option', { name: 'Switch store' })
      expect(entry).toHaveAttribute('href', '/stores/5?tab=brand&find=&among=stores')
      if (by === 'Enter') await user.keyboard('{Enter}')
      else await user.click(entry)
      await screen.findByRole('dialog', { name: 'Switch store' })
      expect(input()).toHaveValue('')
      await user.click(await screen.findByRole('option', { name: /^Voss Torino/ }))
      await waitFor(() => expect(address()).toBe('/stores/6?tab=brand'))
      expect(screen.queryByRole('dialog')).toBeNull()
    },
  )

  test('is not in the palette elsewhere', async () => {
    await open()
    expect(options()).not.toContain('Switch store')
  })

  test('keeps the page and the tab that one is on', async () => {
    const platform = storePlatform()
    platform.replies.set('GET /stores', ({ search }) => {
      const data = search?.get('search') ? [] : [storeRecord({ id: 6, name: 'Voss Torino' })]
      return { status: 200, body: { data, page: noPage } }
    })
    const { user, address } = await renderConsole('/stores/5?tab=brand', { platform })
    const button = await screen.findByRole('link', { name: 'Switch store' })
    expect(button).toHaveAttribute('href', '/stores/5?tab=brand&find=&among=stores')
    await user.click(button)
    await dialog()
    await user.click(await screen.findByRole('option', { name: /^Voss Torino/ }))
    await waitFor(() => expect(address()).toBe('/stores/6?tab=brand'))
  })

  test.each([
    ['/stores/5/logs', 'Logs for Acme Rewards'],
    ['/stores/5/adminSso/setup', /Acme Rewards/],
    ['/stores/5/member/mobile-sso/setup', /Acme Rewards/],
  ])('is on %s too, which says what it is, and leads to the same page', async (path, name) => {
    const platform = storePlatform()
    const data = [storeRecord(), storeRecord({ id: 6, name: 'Voss Torino' })]
    platform.replies.set('GET /stores', { status: 200, body: { data, page: noPage } })
    platform.replies.set('GET /stores/6', { status: 200, body: data[1] })
    for (const list of ['adminSignOns', 'memberSignOns', 'views'])
      platform.replies.set(`GET /${list}`, { status: 200, body: { data: [], page: noPage } })
    const { user, address } = await renderConsole(path, { platform })
    await user.click(await screen.findByRole('link', { name: 'Switch store' }))
    expect(screen.getByRole('heading', { level: 1, name })).toBeInTheDocument()
    await dialog()
    await user.click(await screen.findByRole('option', { name: /^Voss Torino/ }))
    await waitFor(() => expect(address()).toBe(path.replace('5', '6')))
  })

  test('says that it searches until it knows of stores', async () => {
    const platform = storePlatform()
    const answer = Promise.withResolvers<void>()
    const { user } = await renderConsole('/stores/5', { platform })
    platform.replies.set('GET /stores', async () => {
      await answer.promise
      return { status: 200, body: { data: [storeRecord()], page: noPage } }
    })
    await user.click(await screen.findByRole('link', { name: 'Switch store' }))
    await dialog()
    expect(await screen.findByText('Searching...')).toBeVisible()
    answer.resolve()
    await waitFor(() => expect(options()).toHaveLength(1))
    expect(screen.queryByText('Searching...')).toBeNull()
  })

  test('begins with the stores one was on last, each once, on the tab that one is on', async () => {
    const platform = storePlatform()
    const data = ['Acme Rewards', 'Abel', 'Voss Torino'].map((name, at) =>
      storeRecord({ id: 5 + at, name }),
    )
    platform.replies.set('GET /stores', { status: 200, body: { data, page: noPage } })
    platform.replies.set('GET /stores/7', { status: 200, body: data[2] })
    const { user, router } = await renderConsole('/stores/7', { platform })
    await waitFor(() => expect(document.title).toMatch(/^Voss Torino/))
    await router.navigate('/stores/5?tab=brand')
    await waitFor(() => expect(document.title).toMatch(/^Acme Rewards/))
    await user.click(await screen.findByRole('link', { name: 'Switch store' }))
    await dialog()
    await waitFor(() => expect(headings()).toEqual(['Last visited', 'Stores']))
    expect(options()[0]).toBe('Voss Torino')
    expect(options().filter((option) => option?.startsWith('Voss'))).toHaveLength(1)
    expect(list().getAllByRole('option')[0]).toHaveAttribute('href', '/stores/7?tab=brand')
    await user.type(input(), 'abel')
    await waitFor(() => expect(headings()).toEqual(['Stores']))
  })

  test('finds stores alone, and says when there are more than it shows', async () => {
    const platform = storePlatform()
    const page = { ...noPage, next: 'more' }
    platform.replies.set('GET /stores', { status: 200, body: { data: [storeRecord()], page } })
    const { user } = await renderConsole('/stores/5', { platform })
    await user.click(await screen.findByRole('link', { name: 'Switch store' }))
    await dialog()
    await waitFor(() => expect(headings()).toEqual(['Stores']))
    expect(
      screen.getByText('There are more results. Type a name to narrow them down.'),
    ).toBeVisible()
    expect(within(screen.getByRole('listbox')).getByRole('option')).toHaveTextContent(/Acme/)
  })
})

test('?find= shows it with what it finds, as a form and links; closed, the address is as it was', async () => {
  const { address } = await renderConsole('/sizes?search=s&find=voss', { platform: platformWith() })
  expect(await screen.findByRole('option', { name: /^Voss Torino/ })).toHaveAttribute(
    'href',
    '/stores/6',
  )
  expect(input().form).toHaveFormValues({ search: 's', find: 'voss' })
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  await waitFor(() => expect(address()).toBe('/sizes?search=s'))
})

test('what ?find= found leads on from the page one is on, not from the palette', async () => {
  const platform = storePlatform()
  const { user } = await renderConsole('/stores/5?tab=brand&find=switch', { platform })
  expect(await screen.findByRole('option', { name: 'Switch store' })).toHaveAttribute(
    'href',
    '/stores/5?tab=brand&find=&among=stores',
  )
  await user.clear(input())
  await user.type(input(), 'change password')
  expect(await screen.findByRole('option', { name: 'Change Password' })).toHaveAttribute(
    'href',
    '/stores/5?tab=brand&password',
  )
  // The same button as the user menu's, which sends its form without a script too.
  await user.clear(input())
  await user.type(input(), 'log out')
  const logOut = await screen.findByRole('option', { name: 'Log Out' })
  expect(logOut).toHaveAttribute('form', 'log-out')
})
