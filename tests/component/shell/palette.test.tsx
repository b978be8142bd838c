import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { listenForEarlyPaletteKey } from '#client/shell/paletteKey.ts'
// Imports the palette before the first test waits for it.
import '#client/parts/palette/Palette.tsx'
import { resources } from '#shared/areas/index.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { createMemoryPlatform, buildSize } from '#tests/support/servers/memoryPlatform.ts'
import type { MemoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { emptyPage, createStorePlatform, buildStore } from '#tests/support/servers/storePlatform.ts'

const findDialog = () => screen.findByRole('dialog')
const getInput = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^(Search|Switch)/ })
const getOptionTexts = () =>
  getList()
    .getAllByRole('option')
    .map((option) => option.textContent)
const getSelectedOption = () => getList().getByRole('option', { selected: true })
const getList = () => within(screen.getByRole('listbox'))
const getGroupIds = () =>
  getList()
    .queryAllByRole('group')
    .map((group) => group.getAttribute('aria-labelledby'))
/** Returns the actions listed below the first record. */
const getRecordActions = () =>
  getList()
    .getAllByRole('option')
    .flatMap((option) =>
      option.hasAttribute('data-part') ? [option.getAttribute('aria-label')] : [],
    )
const getHeadings = () => getGroupIds().map((id) => document.getElementById(id ?? '')?.textContent)

/** Returns a platform where every list replies, with some sizes and stores. */
function createPlatformWithRecords() {
  const platform = createMemoryPlatform([
    buildSize(1, 'Éxtra wide', 'XW'),
    buildSize(2, 'Small', 'S'),
  ])
  for (const { name } of resources)
    if (name !== 'sizes')
      platform.replies.set(`GET /${name}`, { status: 200, body: { data: [], page: emptyPage } })
  const stores = [
    buildStore({ id: 5, name: 'Acme Rewards' }),
    buildStore({ id: 6, name: 'Voss Torino' }),
  ]
  platform.replies.set('GET /stores', ({ search }) => {
    const query = search?.get('search')?.toLowerCase() ?? ''
    const data = stores.filter(({ name }) => String(name).toLowerCase().includes(query))
    return { status: 200, body: { data, page: emptyPage } }
  })
  answerSearches(platform)
  return platform
}

/** Answers the search of everything with what the lists answer. */
function answerSearches(platform: MemoryPlatform): void {
  const find = async (text: string) => {
    const searched = resources.map(async (resource) => {
      const reply = platform.replies.get(`GET /${resource.name}`)
      const request = {
        method: 'GET',
        path: '',
        search: new URLSearchParams({ search: text }),
      } as const
      const { body } =
        resource.name === 'sizes' && !reply
          ? { body: { data: platform.sizes.filter(({ name }) => matches(String(name), text)) } }
          : typeof reply === 'function'
            ? await reply(request)
            : (reply ?? { body: { data: [] } })
      const { data = [] } = (body ?? {}) as { data?: AnyRecord[] }
      return data.map((record) => {
        const label = getLabel(resource, record).replace('#', '').toLowerCase()
        const match = label === text ? 'exact' : label.startsWith(text) ? 'start' : 'word'
        return { resource: resource.name, match, record }
      })
    })
    return (await Promise.all(searched)).flat()
  }
  const matches = (name: string, text: string) => name.toLowerCase().includes(text)
  platform.replies.set('GET /search', async ({ search }) => {
    const [text = '', name] = ['q', 'name'].map((key) => search?.get(key)?.toLowerCase())
    const body = {
      data: await find(text),
      named: name ? await find(name) : [],
      requestLogs: [],
      more: [],
    }
    return { status: 200, body }
  })
}

async function open(
  path = '/stickers',
  platform = createPlatformWithRecords(),
  getOptionTexts = {},
) {
  const view = await renderConsole(path, { platform, ...getOptionTexts })
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  await findDialog()
  await waitFor(() => expect(getInput()).toHaveFocus())
  const typeAndWait = async (text: string) => {
    await view.user.type(getInput(), text)
    await waitFor(() => expect(screen.getByRole('dialog').textContent).not.toContain('Loading'))
  }
  return { ...view, platform, typeAndWait }
}

test('Ctrl+K pressed before hydration opens the palette later, with the text typed after it', async () => {
  listenForEarlyPaletteKey()
  const plain = document.body.appendChild(document.createElement('a'))
  const isIgnored = () => fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  // A page without a palette ignores the key.
  expect(isIgnored()).toBe(true)
  plain.href = '?find='
  expect(isIgnored()).toBe(false)
  for (const key of 'voss') fireEvent.keyDown(document.body, { key })
  plain.remove()
  await renderConsole('/stickers', { platform: createPlatformWithRecords() })
  await findDialog()
  await waitFor(() => expect(getInput()).toHaveValue('voss'))
})

test("results of an earlier text aren't offered for another text", async () => {
  const platform = createPlatformWithRecords()
  const { user } = await open('/stickers', platform)
  await user.type(getInput(), 'acme')
  await getList().findByRole('option', { name: /^Acme Rewards/ })
  let reply = () => undefined as void
  const replied = new Promise<void>((resolve) => (reply = resolve))
  platform.replies.set('GET /stores', () =>
    replied.then(() => ({ status: 200, body: { data: [], page: emptyPage } })),
  )
  await user.type(getInput(), ' r')
  expect(getList().getByRole('option', { name: /^Acme Rewards/ })).toBeVisible()
  await user.clear(getInput())
  await user.type(getInput(), 'stickers')
  expect(getList().queryByRole('option', { name: /Acme Rewards/ })).toBeNull()
  expect(screen.getByRole('dialog')).toHaveTextContent('Searching...')
  reply()
  await waitFor(() => expect(screen.getByRole('dialog')).not.toHaveTextContent('Searching...'))
})

test('a page is found by its other names', async () => {
  const { user } = await open()
  await user.type(getInput(), 'colours')
  expect(getList().getByRole('option', { name: /^Colors/ })).toBeVisible()
})

describe('The palette', () => {
  test('opens by its button, which works as a link without JavaScript', async () => {
    const { user } = await renderConsole('/sizes?search=x', {
      platform: createPlatformWithRecords(),
    })
    const button = screen.getByRole('link', { name: 'Search or jump to...' })
    expect(button).toHaveAttribute('href', '/sizes?search=x&find=')
    await user.click(button)
    expect(await findDialog()).toHaveAccessibleName('Search or jump to')
  })

  test('keys typed while it loads go into its input and not to the list', async () => {
    const { user, address } = await renderConsole('/sizes', {
      platform: createPlatformWithRecords(),
    })
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    // Sends the keys before the palette's script has loaded.
    for (const key of ['n', 'x', 'Backspace', 'e', ' ', 's'])
      fireEvent.keyDown(document.activeElement ?? document.body, { key })
    await findDialog()
    await waitFor(() => expect(getInput()).toHaveFocus())
    expect(getInput()).toHaveValue('ne s')
    await user.keyboard('i')
    await waitFor(() => expect(getOptionTexts()).toContain('New size'))
    expect(getInput()).toHaveValue('ne si')
    expect(address()).toBe('/sizes')
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.keyDown(document.body, { key: 'n' })
    await waitFor(() => expect(address()).toBe('/sizes?create'))
  })

  test('Enter typed while it loads opens the first result', async () => {
    const { address } = await renderConsole('/sizes', { platform: createPlatformWithRecords() })
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
    for (const key of ['v', 'o', 's', 's', 'Enter']) fireEvent.keyDown(document.body, { key })
    await waitFor(() => expect(address()).toBe('/stores/6'))
  })

  test('pressing Ctrl+K again leaves the keys to its input', async () => {
    const { user, typeAndWait } = await open()
    fireEvent.keyDown(getInput(), { key: 'k', ctrlKey: true })
    await typeAndWait('small')
    await user.keyboard('{Backspace}')
    expect(getInput()).toHaveValue('smal')
  })

  test('offers pages and actions before typing, without calling the platform', async () => {
    const { platform } = await open()
    expect(getHeadings()).toEqual(['Go to', 'Actions'])
    expect(getOptionTexts()).toContain('New store')
    expect(getOptionTexts()).toContain('SizesCatalog')
    expect(getOptionTexts()).toContain('Platform defaults')
    expect(platform.requests.filter(({ path }) => path === '/stores')).toEqual([])
  })

  test('finds pages by words in any order', async () => {
    const { typeAndWait } = await open()
    await typeAndWait('groups mem')
    await waitFor(() => expect(getOptionTexts()[0]).toBe('Member GroupsPeople'))
  })

  test.each([
    ['incidents', 'IncidentsPayment attempts', '/paymentAttempt?incidents'],
    ['liability', 'LiabilitiesCredits', '/credits?liability'],
    ['organizations', 'OrganizationsAll Stores', '/stores?organisations'],
    ['theme versions', 'Theme versionsThemes', '/themes?versions'],
    ['logs', 'Platform logsUsers', '/users?log'],
    ['charged twice', 'OrdersPayment attempts', '/paymentAttempt?orders'],
    ['refunds waiting', 'RefundsPayment attempts', '/paymentAttempt?refunds'],
  ])('finds the list behind a parameter by the name "%s"', async (text, label, to) => {
    const { user, typeAndWait, address } = await open()
    await typeAndWait(text)
    await waitFor(() => expect(getOptionTexts()).toContain(label))
    const link = getList().getByText((_, element) => element?.textContent === label, {
      selector: 'a',
    })
    expect(link).toHaveAttribute('href', to)
    await user.click(link)
    await waitFor(() => expect(address()).toBe(to))
  })

  test('offers only the lists behind a parameter that the operator can read', async () => {
    const access = { permissions: ['Sizes'], facts: { enforcePermissions: true } }
    const { typeAndWait } = await open('/sizes', createPlatformWithRecords(), access)
    await typeAndWait('incidents')
    expect(await screen.findByText('No results for "incidents"')).toBeVisible()
  })

  test('opens the password and time zone panels over the current page', async () => {
    const { user, typeAndWait, address } = await open(
      '/sizes?search=s',
      createPlatformWithRecords(),
      {
        timeZone: 'Europe/Rome',
      },
    )
    expect(getOptionTexts()).toContain('Time zone: Europe/Rome')
    await typeAndWait('password')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/sizes?search=s&password'))
  })

  test('opens the jobs panel if the platform has jobs', async () => {
    const { typeAndWait, user, actors } = await open()
    expect(getOptionTexts()).not.toContain('Jobs')
    await act(async () => actors.session.send({ type: 'jobs.counted', underWay: 0 }))
    await typeAndWait('jobs')
    await user.click(await screen.findByRole('option', { name: 'Jobs' }))
    expect(await screen.findByRole('region', { name: 'Jobs' })).toBeVisible()
  })

  test('logs out like the user menu', async () => {
    const { user, typeAndWait, actors } = await open()
    await typeAndWait('log out')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(actors.session.getSnapshot().matches('signedIn')).toBe(false))
  })

  test('finds records of every kind by name and marks the matches, ignoring accents', async () => {
    const { typeAndWait, platform } = await open()
    // The platform's search ignores accents.
    const data = [buildSize(1, 'Éxtra wide', 'XW')]
    platform.replies.set('GET /sizes', { status: 200, body: { data, page: emptyPage } })
    await typeAndWait('wide extra')
    const option = await screen.findByRole('option', { name: /^Éxtra wide/ })
    expect(getHeadings()).toEqual(['Sizes'])
    expect([...option.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
      'Éxtra',
      'wide',
    ])
  })

  test('lists exact matches of all kinds first', async () => {
    const { typeAndWait, platform } = await open()
    const data = ['Voss 137', 'Voss 37', '37'].map((name, id) => buildStore({ id, name }))
    platform.replies.set('GET /stores', { status: 200, body: { data, page: emptyPage } })
    const size = [buildSize(1, '37 wide', 'W')]
    platform.replies.set('GET /sizes', { status: 200, body: { data: size, page: emptyPage } })
    const orders = [
      { id: 4, number: '#137' },
      { id: 5, number: '#37' },
    ]
    platform.replies.set('GET /orders', { status: 200, body: { data: orders, page: emptyPage } })
    platform.requests.length = 0
    await typeAndWait('37')
    await screen.findByRole('option', { name: /^37 wide/ })
    expect(getHeadings().slice(0, 3)).toEqual(['Best matches', 'Stores', 'Orders'])
    expect(getOptionTexts().slice(0, 3)).toEqual([
      expect.stringMatching(/^37(?! wide)/),
      expect.stringMatching(/^#37/),
      expect.stringMatching(/^37 wide/),
    ])
    const numbered = getOptionTexts().filter((text) => /^#?[\d]+/.test(text ?? ''))
    expect(numbered[0]).toMatch(/^37/)
    expect(numbered.findIndex((text) => text?.startsWith('#37'))).toBeLessThan(
      numbered.findIndex((text) => text?.startsWith('#137')),
    )
    expect(platform.requests.filter(({ path }) => path !== '/search')).toEqual([])
  })

  test.each([
    ['declined payments', 'Payment attempts', '/paymentAttempt'],
    ['tenants', 'All Stores', '/stores'],
    ['organisations', 'Organizations', '/stores?organisations'],
    ['suspended stores', 'Stores: Suspended', '/stores?filter[status][eq]=suspended'],
    ['atributes', 'Attributes', '/attributes'],
    ['create shop', 'Create store', '/stores/create'],
    [
      'add user ana@example.com',
      'Invite ana@example.com',
      '/users?invite&begin%5Bpeople%5D=ana%40example.com',
    ],
  ])('finds "%s" although it has another name here', async (text, label, to) => {
    const { user } = await open()
    await user.click(getInput())
    await user.paste(text)
    await waitFor(() => expect(getOptionTexts()[0]).toMatch(new RegExp(`^${label}`)))
    expect(getList().getAllByRole('option')[0]).toHaveAttribute('href', to)
  })

  test.each([
    ['deactivate acme', '/stores/5?change=suspend'],
    ['acme refunds', '/paymentAttempt?refunds&filter[storeId][eq]=5'],
    ['change currency of acme', '/stores/5?tab=locale#defaultCurrency'],
    ['acme okta', '/stores/5/adminSso/setup'],
  ])('finds the action and the record of "%s"', async (text, to) => {
    const { user } = await open()
    await user.click(getInput())
    await user.paste(text)
    await waitFor(() => expect(getOptionTexts()[0]).toMatch(/Acme Rewards$/))
    expect(getList().getAllByRole('option')[0]).toHaveAttribute('href', to)
  })

  test('arrow keys move through the options and wrap around, and Enter opens one', async () => {
    const { user, typeAndWait, address } = await open()
    await typeAndWait('voss')
    const option = await screen.findByRole('option', { name: /^Voss Torino/ })
    expect(getSelectedOption()).toBe(option)
    expect(getInput()).toHaveAttribute('aria-activedescendant', option.id)
    await user.keyboard('{ArrowUp}')
    expect(getSelectedOption()).toBe(screen.getAllByRole('option').at(-1))
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(address()).toBe('/stores/6'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('Enter pressed before the reply waits for it', async () => {
    const { user, address } = await open()
    await user.type(getInput(), 'voss{Enter}')
    await waitFor(() => expect(address()).toBe('/stores/6'))
  })

  test('Ctrl+Enter opens a new tab and leaves it open', async () => {
    const openWindow = vi.spyOn(window, 'open').mockReturnValue(null)
    const { user, typeAndWait } = await open()
    await typeAndWait('voss')
    await screen.findByRole('option', { name: /^Voss/ })
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(openWindow).toHaveBeenCalledWith('/stores/6', '_blank', 'noopener')
    expect(screen.getByRole('dialog')).toBeVisible()
  })

  test('lists the most common actions below the first record, with its name', async () => {
    const { user, typeAndWait, address } = await open()
    await typeAndWait('voss')
    await screen.findByRole('option', { name: /^Voss Torino/ })
    expect(getRecordActions()).toEqual([
      'Edit: Voss Torino',
      'Logs: Voss Torino',
      'Suspend...: Voss Torino',
    ])
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}')
    await waitFor(() => expect(address()).toBe('/stores/6?change=suspend'))
  })

  test.each(['orders', 'giftCards', 'disputes', 'paymentRefunds'])(
    "offers the member's page below the first of %s, once",
    async (list) => {
      const platform = createPlatformWithRecords()
      const record = {
        ...buildSize(4, 'PAY-77', 'PAY-77'),
        memberId: 7,
        labels: { memberId: 'Zoë Quill' },
        ...Object.fromEntries(
          ['number', 'orderNumber', 'recipient', 'reason', 'reference'].map((name) => [
            name,
            'PAY-77',
          ]),
        ),
      }
      for (const name of [list, 'creditRequests'])
        platform.replies.set(`GET /${name}`, {
          status: 200,
          body: { data: [record], page: emptyPage },
        })
      const { typeAndWait } = await open('/stickers', platform)
      await typeAndWait('pay-77')
      const option = await screen.findByRole('option', { name: 'Member: Zoë Quill: PAY-77' })
      expect(option).toHaveAttribute('href', '/members/7')
    },
  )

  describe('Members', () => {
    const openWithMember = (access: object = {}) => {
      const platform = createPlatformWithRecords()
      const member = { ...buildSize(7, '', ''), name: 'Mia Berg', email: 'mia@acme.example' }
      platform.replies.set('GET /members', {
        status: 200,
        body: { data: [member], page: emptyPage },
      })
      return open('/stickers', platform, access)
    }

    test('come with their credits and emails', async () => {
      const { typeAndWait } = await openWithMember()
      await typeAndWait('mia')
      const option = await screen.findByRole('option', { name: 'Emails: Mia Berg' })
      expect(option).toHaveAttribute('href', '/members/7?kind=emails')
      expect(getRecordActions()).toEqual(['Credits: Mia Berg', 'Emails: Mia Berg'])
    })

    test('have other parts that are found by name', async () => {
      const { typeAndWait } = await openWithMember()
      await typeAndWait('mia sign-ins')
      const option = await screen.findByRole('option', { name: /^Sign-ins/ })
      expect(option).toHaveAttribute('href', '/members/7?kind=signIns')
    })

    test('come without what the operator may not read', async () => {
      const { typeAndWait } = await openWithMember({
        permissions: ['dashboardRead'],
        facts: { enforcePermissions: true },
      })
      await typeAndWait('mia')
      await screen.findByRole('option', { name: 'Credits: Mia Berg' })
      expect(getRecordActions()).toEqual(['Credits: Mia Berg'])
    })
  })

  test("doesn't offer the page of a member that the operator can't open", async () => {
    const platform = createPlatformWithRecords()
    const order = { ...buildSize(4, '', ''), number: '#77', memberId: 7 }
    const data = [{ ...order, labels: { memberId: 'Z••• Q•••' } }]
    platform.replies.set('GET /orders', { status: 200, body: { data, page: emptyPage } })
    const access = { permissions: ['payments'], facts: { enforcePermissions: true } }
    const { typeAndWait } = await open('/paymentAttempt', platform, access)
    await typeAndWait('77')
    await screen.findByRole('option', { name: /^#77/ })
    expect(getRecordActions()).not.toContain('Member: Z••• Q•••: #77')
  })

  test('lists History and Delete below the first record of a plain list', async () => {
    const { user, typeAndWait, address } = await open()
    await typeAndWait('small')
    await user.click(await screen.findByRole('option', { name: 'Delete...: Small' }))
    await waitFor(() => expect(address()).toBe('/sizes?delete=2'))
  })

  test("opens the actions of a nested record in its parent's list", async () => {
    const platform = createPlatformWithRecords()
    const value = { ...buildSize(7, 'Linen', 'linen'), label: 'Linen', attributeId: 3 }
    const data = [value]
    platform.replies.set('GET /subAttributes', { status: 200, body: { data, page: emptyPage } })
    const { typeAndWait } = await open('/stickers', platform)
    await typeAndWait('linen')
    expect(await screen.findByRole('option', { name: 'Delete...: Linen' })).toHaveAttribute(
      'href',
      '/attributes/3/subAttributes?delete=7',
    )
  })

  test('a name and the start of an action find that action of the record', async () => {
    const { user, typeAndWait, address } = await open()
    await typeAndWait('acme brand')
    const action = await screen.findByRole('option', { name: /^Brand/ })
    expect(getHeadings()).toEqual(['Actions'])
    expect(action).toHaveTextContent('BrandAcme Rewards')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/stores/5?tab=brand'))
  })

  test('a word that names no action is searched as part of the name', async () => {
    const { typeAndWait, platform } = await open()
    platform.requests.length = 0
    await typeAndWait('voss torino')
    await screen.findByRole('option', { name: /^Voss Torino/ })
    const queries = platform.requests.map(({ search }) => search?.get('search'))
    expect(queries).not.toContain('voss')
  })

  test("doesn't offer what a store's status forbids", async () => {
    const platform = createPlatformWithRecords()
    const data = [buildStore({ name: 'Held', deleteAfter: '2026-12-01T00:00:00.000Z' })]
    platform.replies.set('GET /stores', { status: 200, body: { data, page: emptyPage } })
    const { typeAndWait } = await open('/stickers', platform)
    await typeAndWait('held')
    await screen.findByRole('option', { name: /^Logs/ })
    expect(getRecordActions()).toEqual(['Edit: Held', 'Logs: Held'])
  })

  test('on the page of a store, offers to search its logs', async () => {
    const platform = createStorePlatform()
    for (const { name } of resources)
      platform.replies.set(`GET /${name}`, { status: 200, body: { data: [], page: emptyPage } })
    const { typeAndWait } = await open('/stores/5', platform)
    await typeAndWait('mail sent')
    const option = await screen.findByRole('option', { name: /logs/ })
    expect(option).toHaveTextContent(`Search this store's logs for "mail sent"`)
    expect(option).toHaveAttribute('href', '/stores/5?tab=logs&search=mail+sent')
  })

  test("on the page of a store, finds the store's actions by name", async () => {
    const platform = createStorePlatform()
    for (const { name } of resources)
      platform.replies.set(`GET /${name}`, { status: 200, body: { data: [], page: emptyPage } })
    const { typeAndWait } = await open('/stores/5', platform)
    await typeAndWait('suspend')
    const option = await screen.findByRole('option', { name: /^Suspend/ })
    expect(option).toHaveTextContent('Acme Rewards')
    expect(option).toHaveAttribute('href', '/stores/5?change=suspend')
  })

  test.each([
    ['suspend', 'Suspend...', '/stores/5?change=suspend'],
    ['maintenance', 'Start maintenance...', '/stores/5?change=startMaintenance'],
    ['duplicate', 'Duplicate', '/stores/5?tab=duplicate'],
    ['brand', 'Brand', '/stores/5?tab=brand'],
  ])('finds an action of a store page by name: %s', async (text, label, to) => {
    const platform = createStorePlatform()
    for (const { name } of resources)
      platform.replies.set(`GET /${name}`, { status: 200, body: { data: [], page: emptyPage } })
    const { user, typeAndWait, address } = await open('/stores/5', platform)
    await typeAndWait(text)
    const matches = getOptionTexts().filter((option) => option?.startsWith(label))
    expect(matches).toEqual([`${label}Acme Rewards`])
    await user.click(getList().getByRole('option', { name: new RegExp(`^${label}`) }))
    await waitFor(() => expect(address()).toBe(to))
    expect(screen.queryByRole('dialog', { name: 'Search or jump to' })).toBeNull()
  })

  test('finds an action of a list once and opens it there', async () => {
    const { user, typeAndWait, address } = await open('/sizes?search=small')
    expect(getOptionTexts().filter((text) => text?.startsWith('New size'))).toEqual(['New size'])
    await typeAndWait('columns')
    await waitFor(() => expect(getOptionTexts()).toEqual(['ColumnsSizes']))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/sizes?search=small&choose'))
  })

  test('downloads an export without leaving the page', async () => {
    const { user, typeAndWait, address } = await open('/sizes')
    await typeAndWait('export')
    const option = await screen.findByRole('option', { name: /^Export as CSV/ })
    expect(option).toHaveAttribute('download')
    let isLeftToBrowser = false
    const onClick = (event: Event) => {
      isLeftToBrowser = !event.defaultPrevented
      event.preventDefault()
    }
    window.addEventListener('click', onClick, { once: true })
    await user.click(option)
    expect(isLeftToBrowser).toBe(true)
    expect(address()).toBe('/sizes')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('offers the actions of the page below it while that page changes', async () => {
    const { router } = await open('/stickers')
    expect(getOptionTexts()).toContain('ColumnsStickers')
    await act(() => router.navigate('/sizes'))
    await waitFor(() => expect(getOptionTexts()).toContain('ColumnsSizes'))
    expect(getOptionTexts()).not.toContain('ColumnsStickers')
  })

  test("finds a list in another list's menu once", async () => {
    const { typeAndWait } = await open('/users')
    await typeAndWait('platform logs')
    await waitFor(() => expect(getOptionTexts()).toEqual(['Platform logsUsers']))
  })

  test('on a tab of a store, offers a status change once', async () => {
    const platform = createStorePlatform()
    for (const { name } of resources)
      platform.replies.set(`GET /${name}`, { status: 200, body: { data: [], page: emptyPage } })
    const { typeAndWait } = await open('/stores/5?tab=brand', platform)
    await typeAndWait('suspend')
    await screen.findByRole('option', { name: /logs for/ })
    expect(getOptionTexts().filter((option) => option?.startsWith('Suspend'))).toHaveLength(1)
  })

  test('finds only list actions that the operator can use', async () => {
    const access = { permissions: ['Sizes:read'], facts: { enforcePermissions: true } }
    const { typeAndWait } = await open('/sizes', createPlatformWithRecords(), access)
    await typeAndWait('paste')
    expect(await screen.findByText('No results for "paste"')).toBeVisible()
  })

  test('clicking an option opens it', async () => {
    const { user, typeAndWait, address } = await open()
    await typeAndWait('small')
    await user.click(await screen.findByRole('option', { name: /^Small/ }))
    await waitFor(() => expect(address()).toBe('/sizes?edit=2'))
  })

  test('Escape closes it', async () => {
    await open()
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test("doesn't offer append-only records without a name or a number", async () => {
    const { typeAndWait, platform } = await open()
    const entries = resources.filter(
      ({ name, api, list }) => api.appendOnly && !list.defaultPanel && name !== 'giftCards',
    )
    expect(entries).not.toEqual([])
    for (const { name } of entries) {
      const data = [{ id: 9, note: 'voss' }]
      platform.replies.set(`GET /${name}`, { status: 200, body: { data, page: emptyPage } })
    }
    await typeAndWait('voss')
    await screen.findByRole('option', { name: /^Voss Torino/ })
    expect(getHeadings()).toEqual(['Stores'])
  })

  test('finds the logs of a request by its ID', async () => {
    const { typeAndWait, platform } = await open()
    const requestLogs = [
      { storeId: 3, store: 'Voss Torino' },
      { storeId: null, store: null },
    ]
    const reply = { data: [], named: [], requestLogs, more: [] }
    platform.replies.set('GET /search', { status: 200, body: reply })
    await typeAndWait('81e1b74d-a48c-4180-aa1e-63c36910a3b2')
    const filter = 'filter%5BrequestId%5D%5Beq%5D=81e1b74d-a48c-4180-aa1e-63c36910a3b2'
    const getLink = (name: string) => screen.findByRole('option', { name })
    expect(await getLink('Logs of this request at Voss Torino')).toHaveAttribute(
      'href',
      `/stores/3?tab=logs&${filter}`,
    )
    expect(await getLink('Platform logs of this request')).toHaveAttribute(
      'href',
      `/users?log&${filter}`,
    )
  })

  test('links the list of all records that match, in the spelling that found them', async () => {
    const { typeAndWait, platform } = await open()
    const data = [{ resource: 'stores', match: 'similar', record: buildStore() }]
    const more = [{ resource: 'stores', search: 'voss' }]
    const reply = { data, named: [], requestLogs: [], more }
    platform.replies.set('GET /search', { status: 200, body: reply })
    await typeAndWait('vos')
    const all = await screen.findByRole('option', { name: 'All stores that match "voss"' })
    expect(all).toHaveAttribute('href', '/stores?search=voss')
    expect(
      screen.getByText('There are more results. Add another word to narrow them down.'),
    ).toBeVisible()
  })

  test('opens a job by its number', async () => {
    const { typeAndWait } = await open()
    await typeAndWait('job 42')
    expect(await screen.findByRole('option', { name: 'Open job 42' })).toHaveAttribute(
      'href',
      expect.stringMatching(/jobs=42$/),
    )
  })

  test('shows that it is searching, and then that there are no results', async () => {
    const { typeAndWait, platform } = await open()
    const reply = Promise.withResolvers<void>()
    platform.replies.set('GET /search', async () => {
      await reply.promise
      return { status: 200, body: { data: [], named: [], requestLogs: [], more: [] } }
    })
    await typeAndWait('zzz')
    expect(await screen.findByText('Searching...')).toBeVisible()
    reply.resolve()
    expect(await screen.findByText('No results for "zzz"')).toBeVisible()
    expect(screen.queryByText('Searching...')).toBeNull()
  })

  test('says that the search failed', async () => {
    const { typeAndWait, platform } = await open()
    platform.replies.set('GET /search', { status: 503 })
    await typeAndWait('vos')
    expect(await screen.findByText('The search failed. Try again.')).toBeVisible()
  })

  test('with permissions enforced, offers and searches only what the operator can open', async () => {
    const access = { permissions: ['Sizes'], facts: { enforcePermissions: true } }
    const { typeAndWait, platform } = await open('/sizes', createPlatformWithRecords(), access)
    expect(getOptionTexts()).toContain('New size')
    expect(getOptionTexts()).not.toContain('New store')
    expect(getOptionTexts()).not.toContain('All StoresStores')
    platform.requests.length = 0
    await typeAndWait('small')
    await screen.findByRole('option', { name: /^Small/ })
    expect(new Set(platform.requests.map(({ path }) => path))).toEqual(new Set(['/search']))
    // `Sizes` covers all actions, while `Sizes:read` doesn't cover deleting.
    expect(getRecordActions()).toEqual(['History: Small', 'Delete...: Small'])
  })

  test('opens the read-only panel for operators who can only read', async () => {
    const access = { permissions: ['Sizes:read'], facts: { enforcePermissions: true } }
    const { typeAndWait } = await open('/sizes', createPlatformWithRecords(), access)
    await typeAndWait('small')
    expect(await screen.findByRole('option', { name: /^Small/ })).toHaveAttribute(
      'href',
      '/sizes?record=2',
    )
  })

  test('lists the last visited pages first, without the current one', async () => {
    const { router } = await renderConsole('/sizes', { platform: createPlatformWithRecords() })
    await router.navigate('/stickers')
    await screen.findByRole('heading', { level: 1, name: /[Ss]tickers/ })
    await waitFor(() => expect(document.title).toMatch(/Stickers/))
    fireEvent.keyDown(document.body, { key: 'k', metaKey: true })
    await findDialog()
    await waitFor(() => expect(getHeadings()[0]).toBe('Recent'))
    expect(getOptionTexts()[0]).toBe('Sizes')
  })
})

describe('The store switcher', () => {
  test.each(['Enter', 'a click'])(
    'opens from the palette on the pages of a store, by %s',
    async (by) => {
      const platform = createStorePlatform()
      for (const { name } of resources)
        platform.replies.set(`GET /${name}`, { status: 200, body: { data: [], page: emptyPage } })
      platform.replies.set('GET /stores', ({ search }) => {
        const data = search?.get('search') ? [] : [buildStore({ id: 6, name: 'Voss Torino' })]
        return { status: 200, body: { data, page: emptyPage } }
      })
      const { user, typeAndWait, address } = await open('/stores/5?tab=brand', platform)
      await typeAndWait('switch')
      const entry = await screen.findByRole('option', { name: 'Switch store' })
      expect(entry).toHaveAttribute('href', '/stores/5?tab=brand&find=&among=stores')
      if (by === 'Enter') await user.keyboard('{Enter}')
      else await user.click(entry)
      await screen.findByRole('dialog', { name: 'Switch store' })
      expect(getInput()).toHaveValue('')
      await user.click(await screen.findByRole('option', { name: /^Voss Torino/ }))
      await waitFor(() => expect(address()).toBe('/stores/6?tab=brand'))
      expect(screen.queryByRole('dialog')).toBeNull()
    },
  )

  test("isn't in the palette on other pages", async () => {
    await open()
    expect(getOptionTexts()).not.toContain('Switch store')
  })

  test('keeps the page and tab', async () => {
    const platform = createStorePlatform()
    platform.replies.set('GET /stores', ({ search }) => {
      const data = search?.get('search') ? [] : [buildStore({ id: 6, name: 'Voss Torino' })]
      return { status: 200, body: { data, page: emptyPage } }
    })
    const { user, address } = await renderConsole('/stores/5?tab=brand', { platform })
    const button = await screen.findByRole('link', { name: 'Switch store' })
    expect(button).toHaveAttribute('href', '/stores/5?tab=brand&find=&among=stores')
    await user.click(button)
    await findDialog()
    await user.click(await screen.findByRole('option', { name: /^Voss Torino/ }))
    await waitFor(() => expect(address()).toBe('/stores/6?tab=brand'))
  })

  test.each([
    ['/stores/5/logs', 'Logs for Acme Rewards'],
    ['/stores/5/adminSso/setup', /Acme Rewards/],
    ['/stores/5/member/mobile-sso/setup', /Acme Rewards/],
  ])('is on %s too, and switching keeps the page', async (path, name) => {
    const platform = createStorePlatform()
    const data = [buildStore(), buildStore({ id: 6, name: 'Voss Torino' })]
    platform.replies.set('GET /stores', { status: 200, body: { data, page: emptyPage } })
    platform.replies.set('GET /stores/6', { status: 200, body: data[1] })
    for (const getList of ['adminSignOns', 'memberSignOns', 'views'])
      platform.replies.set(`GET /${getList}`, { status: 200, body: { data: [], page: emptyPage } })
    const { user, address } = await renderConsole(path, { platform })
    await user.click(await screen.findByRole('link', { name: 'Switch store' }))
    expect(screen.getByRole('heading', { level: 1, name })).toBeInTheDocument()
    await findDialog()
    await user.click(await screen.findByRole('option', { name: /^Voss Torino/ }))
    await waitFor(() => expect(address()).toBe(path.replace('5', '6')))
  })

  test('shows that it is searching until stores are found', async () => {
    const platform = createStorePlatform()
    const reply = Promise.withResolvers<void>()
    const { user } = await renderConsole('/stores/5', { platform })
    platform.replies.set('GET /stores', async () => {
      await reply.promise
      return { status: 200, body: { data: [buildStore()], page: emptyPage } }
    })
    await user.click(await screen.findByRole('link', { name: 'Switch store' }))
    await findDialog()
    expect(await screen.findByText('Searching...')).toBeVisible()
    reply.resolve()
    await waitFor(() => expect(getOptionTexts()).toHaveLength(1))
    expect(screen.queryByText('Searching...')).toBeNull()
  })

  test('lists the last visited stores first, each once, on the current tab', async () => {
    const platform = createStorePlatform()
    const data = ['Acme Rewards', 'Abel', 'Voss Torino'].map((name, at) =>
      buildStore({ id: 5 + at, name }),
    )
    platform.replies.set('GET /stores', { status: 200, body: { data, page: emptyPage } })
    platform.replies.set('GET /stores/7', { status: 200, body: data[2] })
    const { user, router } = await renderConsole('/stores/7', { platform })
    await waitFor(() => expect(document.title).toMatch(/^Voss Torino/))
    await router.navigate('/stores/5?tab=brand')
    await waitFor(() => expect(document.title).toMatch(/^Acme Rewards/))
    await user.click(await screen.findByRole('link', { name: 'Switch store' }))
    await findDialog()
    await waitFor(() => expect(getHeadings()).toEqual(['Recent', 'Stores']))
    expect(getOptionTexts()[0]).toBe('Voss Torino')
    expect(getOptionTexts().filter((option) => option?.startsWith('Voss'))).toHaveLength(1)
    expect(getList().getAllByRole('option')[0]).toHaveAttribute('href', '/stores/7?tab=brand')
    await user.type(getInput(), 'abel')
    await waitFor(() => expect(getHeadings()).toEqual(['Stores']))
  })

  test('finds only stores and says if there are more results', async () => {
    const platform = createStorePlatform()
    const page = { ...emptyPage, next: 'more' }
    platform.replies.set('GET /stores', { status: 200, body: { data: [buildStore()], page } })
    const { user } = await renderConsole('/stores/5', { platform })
    await user.click(await screen.findByRole('link', { name: 'Switch store' }))
    await findDialog()
    await waitFor(() => expect(getHeadings()).toEqual(['Stores']))
    expect(
      screen.getByText('There are more results. Type a name to narrow them down.'),
    ).toBeVisible()
    expect(within(screen.getByRole('listbox')).getByRole('option')).toHaveTextContent(/Acme/)
  })
})

test('?find= shows the palette with results as a form and links, and closing restores the URL', async () => {
  const { address } = await renderConsole('/sizes?search=s&find=voss', {
    platform: createPlatformWithRecords(),
  })
  expect(await screen.findByRole('option', { name: /^Voss Torino/ })).toHaveAttribute(
    'href',
    '/stores/6',
  )
  expect(getInput().form).toHaveFormValues({ search: 's', find: 'voss' })
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  await waitFor(() => expect(address()).toBe('/sizes?search=s'))
})

test('results of ?find= keep the parameters of the page below', async () => {
  const platform = createStorePlatform()
  const { user } = await renderConsole('/stores/5?tab=brand&find=switch', { platform })
  expect(await screen.findByRole('option', { name: 'Switch store' })).toHaveAttribute(
    'href',
    '/stores/5?tab=brand&find=&among=stores',
  )
  await user.clear(getInput())
  await user.type(getInput(), 'change password')
  expect(await screen.findByRole('option', { name: 'Change Password' })).toHaveAttribute(
    'href',
    '/stores/5?tab=brand&password',
  )
  // The same button is in the user menu and submits its form without JavaScript.
  await user.clear(getInput())
  await user.type(getInput(), 'log out')
  const logOut = await screen.findByRole('option', { name: 'Log Out' })
  expect(logOut).toHaveAttribute('form', 'log-out')
})
