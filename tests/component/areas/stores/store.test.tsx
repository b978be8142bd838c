import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { openFilter } from '#tests/support/browser/filters.ts'
import { stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import {
  emptyMetrics,
  emptyPage,
  createStorePlatform,
  buildStore,
} from '#tests/support/servers/storePlatform.ts'
import { hasExactText } from '#tests/support/hasExactText.ts'

async function openStore(tab: string, platform = createStorePlatform(), query = '') {
  const view = await renderConsole(`/stores/5${tab && `?tab=${tab}${query}`}`, { platform })
  await screen.findByRole('heading', { name: 'Acme Rewards', level: 1 })
  return { ...view, platform }
}

const getSectionBar = () => within(screen.getByRole('navigation', { name: 'Store sections' }))
const getRegion = (name: string | RegExp) => within(screen.getByRole('region', { name }))
const getList = (name: string) => within(screen.getByRole('group', { name }))
/** Column headings have the same names. */
const getField = (label: string | RegExp) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, select, textarea' })
const getSaveButton = () => screen.getByRole('button', { name: 'Save' })
const buildError = (status: number, code: string, more: object = {}) => ({
  status,
  body: { status, code, title: 'No', ...more },
})

describe('Store details', () => {
  test.each([
    ['', 'Overview'],
    ['general', 'General'],
    ['domains', 'Domains'],
    ['locale', 'Locale and currency'],
    ['brand', 'Brand'],
    ['access', 'Access'],
    ['members', 'Members'],
    ['groups', 'Groups'],
    ['credits', 'Credits'],
    ['integrations', 'Integrations'],
    ['logs', 'Logs'],
    ['danger', 'Danger zone'],
    ['duplicate', 'Duplicate'],
  ])('the URL ?tab=%s shows %s', async (tab, title) => {
    await openStore(tab)
    expect(getSectionBar().getAllByRole('link', { current: 'page' })).toHaveLength(1)
    expect(getSectionBar().getByRole('link', { current: 'page' })).toHaveTextContent(title)
  })

  test('an unknown tab is reported, and the overview is shown', async () => {
    const { user, address } = await openStore('nope')
    expect(getSectionBar().getByRole('link', { current: 'page' })).toHaveTextContent('Overview')
    expect(screen.getByRole('alert')).toHaveTextContent('There\'s no tab named "nope"')
    await user.click(screen.getByRole('link', { name: 'Remove' }))
    await waitFor(() => expect(address()).toBe('/stores/5'))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  test("the title is the store's name, and the breadcrumbs use the route's name", async () => {
    await openStore('general')
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    const trail = screen.getByRole('navigation', { name: 'Breadcrumbs' })
    expect(within(trail).getByText('Store details')).toHaveAttribute('aria-current', 'page')
    expect(document.title).toBe('Acme Rewards · Store details · Operator console')
  })

  test("a store that doesn't exist links to the list instead of offering a retry", async () => {
    const platform = createStorePlatform()
    platform.replies.set('GET /stores/5', buildError(404, 'not_found'))
    await renderConsole('/stores/5', { platform })
    expect(await screen.findByRole('alert')).toHaveTextContent("This store doesn't exist")
    expect(screen.getByRole('link', { name: 'Go to All Stores' })).toHaveAttribute(
      'href',
      '/stores',
    )
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test("the header shows the store's code, domain, organization, and status reason", async () => {
    await openStore(
      '',
      createStorePlatform({
        status: 'suspended',
        statusReason: 'Unpaid',
        primaryDomain: 'shop.acme.example',
      }),
    )
    const terms = screen
      .getAllByRole('term')
      .filter((term) => term.closest('header'))
      .map((term) => term.parentElement?.textContent)
    expect(terms).toEqual(
      expect.arrayContaining(['Codeacme', 'Domainshop.acme.example', 'OrganizationAcme Group']),
    )
    expect(terms.length).toBeLessThanOrEqual(4)
    expect(screen.getByText('Unpaid')).toBeVisible()
    expect(screen.getByRole('link', { name: 'shop.acme.example' })).toHaveAttribute(
      'href',
      'https://shop.acme.example/',
    )
  })

  test('the actions menu offers what the status allows', async () => {
    await openStore('', createStorePlatform({ status: 'suspended' }))
    const links = screen.getAllByRole('link', { name: 'Activate...', hidden: true })
    const menuLinks = links.filter((link) => link.closest('details'))
    expect(menuLinks.map((link) => link.getAttribute('href'))).toEqual([
      '/stores/5?change=activate',
    ])
    expect(screen.queryByRole('link', { name: 'Suspend...', hidden: true })).toBeNull()
  })

  test('a tab loads only what it shows', async () => {
    const { platform } = await openStore('danger')
    expect(platform.requests.map(({ path }) => path).toSorted()).toEqual([
      '/stores/5',
      '/stores/5/uses',
    ])
  })
})

describe("A store that can't be shown", () => {
  const loadError = async (path: string, reply: { status: number; body?: object }) => {
    const platform = createStorePlatform()
    platform.replies.set('GET /stores/5', reply)
    await renderConsole(path, { platform })
    return screen.findByRole('heading', { level: 2 }).then((title) => title.parentElement)
  }

  test.each([
    [buildError(404, 'not_found'), "This store doesn't exist, or it was deleted."],
    [{ status: 404 }, "This platform doesn't support stores."],
    [buildError(403, 'forbidden', { permission: 'storesRead' }), 'You need storesRead.'],
    [buildError(502, 'unreachable'), "The platform isn't responding."],
  ])('%j shows its error', async (reply, sentence) => {
    expect(await loadError('/stores/5', reply)).toHaveTextContent(sentence)
  })

  test.each(['0', '-1', 'x', '1e3', '99999999999'])(
    'the invalid store ID %s sends no request',
    async (id) => {
      const platform = createStorePlatform()
      await renderConsole(`/stores/${id}`, { platform })
      expect(await screen.findByRole('alert')).toHaveTextContent("This store doesn't exist")
      expect(platform.requests).toEqual([])
    },
  )
})

describe("A section that couldn't be loaded", () => {
  test('can be retried at the same URL', async () => {
    const platform = createStorePlatform()
    const logs = platform.replies.get('GET /logEntries')
    platform.replies.set('GET /logEntries', buildError(502, 'unreachable'))
    const errors = '&filter[severity][eq]=error'
    const { user, address } = await openStore('logs', platform, errors)
    const retryLink = screen.getByRole('link', { name: 'Try again' })
    expect(retryLink).toHaveAttribute('href', `/stores/5?tab=logs${errors}`)
    if (logs) platform.replies.set('GET /logEntries', logs)
    await user.click(retryLink)
    expect(await screen.findByText(/^No log entries match these filters/)).toBeVisible()
    expect(screen.queryByText(/^The platform isn't responding/)).toBeNull()
    expect(address()).toBe(`/stores/5?tab=logs${errors}`)
    // The tab requests the rows and the number of grouped entries, both times.
    const requests = platform.requests.filter(({ path }) => path === '/logEntries')
    expect(requests.map(({ search }) => search?.get('filter[severity][eq]'))).toEqual(
      Array.from({ length: 4 }, () => 'error'),
    )
  })

  test("has no retry link if the platform doesn't support it", async () => {
    const platform = createStorePlatform()
    platform.replies.set('GET /stores/5/uses', { status: 404 })
    await openStore('danger', platform)
    const section = getRegion('Delete store')
    expect(section.getByText(/doesn't support store dependencies/)).toBeVisible()
    expect(section.queryByRole('link')).toBeNull()
  })
})

describe('A settings tab', () => {
  test('saves only the changes on the loaded version and stays on the tab', async () => {
    const { user, platform, address } = await openStore('general')
    await user.clear(getField('Name'))
    await user.type(getField('Name'), 'Acme Gifts')
    await user.click(getSaveButton())
    await screen.findByText('Saved')
    expect(platform.writes()).toMatchObject([{ ifMatch: 1, body: { name: 'Acme Gifts' } }])
    expect(address()).toBe('/stores/5?tab=general')
    expect(await screen.findByRole('heading', { name: 'Acme Gifts', level: 1 })).toBeVisible()
    expect(screen.queryByText(/^Unsaved/)).toBeNull()
    await waitFor(() => expect(getSaveButton()).toHaveFocus())
    // No draft is left; the command palette saves visited pages.
    expect(Object.keys(sessionStorage).filter((key) => key !== 'visited')).toEqual([])
  })

  test('saving without changes says so, writes nothing, and keeps the focus', async () => {
    const { user, platform } = await openStore('general')
    const name = getField('Name').getAttribute('value')
    await user.click(getSaveButton())
    expect(await screen.findByText(/^Nothing changed in/)).toHaveTextContent(
      `Nothing changed in ${name}`,
    )
    expect(platform.writes()).toEqual([])
    await waitFor(() => expect(getSaveButton()).toHaveFocus())
    await user.type(getField('Name'), '!')
    expect(await screen.findByText(/^Unsaved:/)).toHaveTextContent('Unsaved: Name')
    await user.click(getSaveButton())
    await screen.findByText('Saved')
    expect(platform.writes()).toMatchObject([{ ifMatch: 1, body: { name: `${name}!` } }])
  })

  test('Back after a save returns to the previous page', async () => {
    const { user, router, address } = await openStore('')
    await user.click(getSectionBar().getByRole('link', { name: 'General' }))
    await user.type(await screen.findByLabelText('Name'), '!')
    await user.click(getSaveButton())
    await screen.findByText('Saved')
    await act(() => router.navigate(-1))
    await waitFor(() => expect(address()).toBe('/stores/5'))
  })

  test('after Ctrl+S, typing continues in the same field', async () => {
    const { user, platform } = await openStore('general')
    await user.type(getField(/^Notes/), 'One')
    await user.keyboard('{Control>}s{/Control} two')
    await screen.findByText('Saved')
    expect(platform.store()).toMatchObject({ version: 2, notes: 'One' })
    expect(getField(/^Notes/)).toHaveFocus()
    await user.keyboard(' three')
    expect(getField(/^Notes/)).toHaveValue('One two three')
    await user.click(getSaveButton())
    await waitFor(() => expect(platform.store()['notes']).toBe('One two three'))
    expect(platform.writes().map(({ ifMatch }) => ifMatch)).toEqual([1, 2])
  })

  test('a second save uses the version of the first', async () => {
    const { user, platform } = await openStore('general')
    await user.type(getField('Name'), ' 1')
    await user.click(getSaveButton())
    await waitFor(() => expect(platform.store().version).toBe(2))
    await screen.findByRole('heading', { name: 'Acme Rewards 1', level: 1 })
    await user.type(getField('Name'), '2')
    await user.click(getSaveButton())
    await waitFor(() => expect(platform.store()['name']).toBe('Acme Rewards 12'))
    expect(platform.writes().map(({ ifMatch }) => ifMatch)).toEqual([1, 2])
  })

  test('a rejected value stays in its field', async () => {
    const { user, platform } = await openStore('general')
    platform.replies.set(
      'PATCH /stores/5',
      buildError(422, 'invalid', { fields: { code: 'Code is already used' } }),
    )
    await user.clear(getField('Code'))
    await user.type(getField('Code'), 'taken')
    await user.click(getSaveButton())
    await waitFor(() => expect(getField('Code')).toBeInvalid())
    expect(getField('Code')).toHaveValue('taken')
  })

  test("a conflict with someone else's change shows both values", async () => {
    const { user, platform } = await openStore('general')
    await user.clear(getField('Name'))
    await user.type(getField('Name'), 'Mine')
    await platform.api.send({
      method: 'PATCH',
      path: '/stores/5',
      body: { name: 'Theirs' },
      ifMatch: 1,
    })
    await user.click(getSaveButton())
    expect((await screen.findByText('Your name')).nextSibling).toHaveTextContent('Mine')
    await user.click(screen.getByRole('button', { name: 'Use theirs for name' }))
    expect(getField('Name')).toHaveValue('Theirs')
  })

  test('an offered draft is removed once other changes are saved', async () => {
    const firstVisit = await openStore('general')
    await firstVisit.user.type(getField('Name'), ' one')
    act(() => firstVisit.actors.session.send({ type: 'session.expired' }))
    cleanup()
    const { user } = await openStore('general')
    expect(await screen.findByRole('button', { name: 'Restore' })).toBeVisible()
    await user.type(getField('Name'), ' two')
    await user.click(getSaveButton())
    await screen.findByText('Saved')
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Restore' })).not.toBeInTheDocument(),
    )
    expect(Object.keys(sessionStorage).filter((name) => name.startsWith('draft.'))).toEqual([])
  })

  test('an offered draft stays if saving fails', async () => {
    const firstVisit = await openStore('general')
    await firstVisit.user.type(getField('Name'), ' one')
    act(() => firstVisit.actors.session.send({ type: 'session.expired' }))
    cleanup()
    const platform = createStorePlatform()
    platform.replies.set('PATCH /stores/5', { status: 503 })
    const { user } = await openStore('general', platform)
    await user.type(getField('Name'), ' two')
    await user.click(getSaveButton())
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Restore' })).toBeVisible()
  })

  test("unsaved changes aren't lost by clicking another tab", async () => {
    const { user, address } = await openStore('general')
    await user.type(getField('Name'), 'x')
    await user.click(getSectionBar().getByRole('link', { name: 'Brand' }))
    expect(screen.getByRole('dialog', { name: /^Leave without saving/ })).toBeVisible()
    expect(address()).toBe('/stores/5?tab=general')
  })

  test('a tab rejects the form of another tab', async () => {
    const { router, platform } = await openStore('general')
    const formData = new FormData()
    formData.set('intent', 'delete')
    formData.set('code', 'acme')
    await router.navigate('/stores/5?tab=general', { formMethod: 'post', formData })
    expect(platform.writes()).toEqual([])
  })
})

describe('Settings with platform defaults', () => {
  test('show whether they are inherited or overridden', async () => {
    await openStore('locale')
    expect(getField(/^Default locale/)).toHaveAccessibleDescription('Inherited')
    expect(getField(/^Time zone/)).toHaveAccessibleDescription(
      /^Overrides the platform default: UTC/,
    )
    expect(screen.getAllByRole('button', { name: /^Reset/ })).toHaveLength(1)
  })

  test('can be reset', async () => {
    const { user, platform } = await openStore('locale')
    await user.click(screen.getByRole('button', { name: 'Reset to platform default: Time zone' }))
    await screen.findByText('Reset 1 setting for', { exact: false })
    expect(platform.writes()).toMatchObject([{ ifMatch: 1, body: { timeZone: null } }])
    expect(screen.queryByRole('button', { name: /^Reset/ })).toBeNull()
    expect(getField(/^Time zone/)).toHaveValue('')
  })

  test('can be reset while unsaved changes stay', async () => {
    const { user, platform } = await openStore('locale')
    await user.selectOptions(getField(/^Country/), 'DE')
    await user.click(screen.getByRole('button', { name: 'Reset to platform default: Time zone' }))
    await screen.findByText('Reset 1 setting for', { exact: false })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(getField(/^Time zone/)).toHaveValue('')
    expect(getField(/^Country/)).toHaveValue('DE')
    await user.click(getSaveButton())
    await waitFor(() => expect(platform.store()).toMatchObject({ timeZone: null, country: 'DE' }))
    expect(platform.writes().map(({ ifMatch }) => ifMatch)).toEqual([1, 2])
  })

  test("a reset is merged with someone else's change of another field", async () => {
    const { user, platform } = await openStore('locale')
    const theirChange = { method: 'PATCH', path: '/stores/5', ifMatch: 1 } as const
    await platform.api.send({ ...theirChange, body: { country: 'DE' } })
    await user.click(screen.getByRole('button', { name: /^Reset .*: Time zone$/ }))
    await waitFor(() => expect(platform.store()).toMatchObject({ timeZone: null, country: 'DE' }))
  })

  test('a reset of a field that someone else changed must be confirmed', async () => {
    const { user, platform } = await openStore('locale')
    const theirChange = { method: 'PATCH', path: '/stores/5', ifMatch: 1 } as const
    await platform.api.send({ ...theirChange, body: { timeZone: 'Europe/Paris' } })
    await user.click(screen.getByRole('button', { name: /^Reset .*: Time zone$/ }))
    expect(await screen.findByRole('alert')).toHaveTextContent(/^other@example.com changed this/)
    expect(platform.store()['timeZone']).toBe('Europe/Paris')
    await user.click(screen.getByRole('button', { name: /^Reset .*: Time zone$/ }))
    await waitFor(() => expect(platform.store()['timeZone']).toBeNull())
  })

  test("without defaults from the platform, the forms show only the store's values", async () => {
    const platform = createStorePlatform()
    platform.replies.delete('GET /storeDefaults/1')
    await openStore('locale', platform)
    expect(screen.queryByText(/platform default/)).toBeNull()
    expect(getField(/^Time zone/)).toHaveValue('Europe/London')
  })
})

describe('Brand', () => {
  test('shows the contrast of the text while a color is typed', async () => {
    const { user } = await openStore('brand', createStorePlatform({ primaryColour: '#ffffff' }))
    expect(screen.getByText('Contrast 1.00:1, hard to read. Use at least 4.5:1.')).toBeVisible()
    await user.clear(getField(/^Primary color/))
    await user.type(getField(/^Primary color/), '#000000')
    expect(screen.getByText('Contrast 21.00:1, easy to read.')).toBeVisible()
  })

  test('an empty color uses the inherited one', async () => {
    await openStore('brand')
    expect(screen.getByText(/^Contrast 7\.90:1, easy/)).toBeVisible()
  })

  test('an invalid color has no contrast', async () => {
    const { user } = await openStore('brand')
    await user.type(getField(/^Primary color/), 'red')
    expect(screen.getByText(/^Enter two colors like/)).toBeVisible()
  })
})

describe('Domains', () => {
  const records = [
    { type: 'CNAME', name: 'shop.acme.example', value: 'stores.example.com' },
    { type: 'TXT', name: '_store.shop.acme.example', value: 'proof=1' },
  ]
  const problem = "The custom domain isn't verified yet."
  function createPlatformWithDomain() {
    const platform = createStorePlatform({ domain: 'shop.acme.example' })
    platform.replies.set('GET /stores/5/domain', {
      status: 200,
      body: { domain: 'shop.acme.example', verifiedAt: null, problem, records },
    })
    return platform
  }

  test('without a custom domain, there are no DNS records', async () => {
    await openStore('domains')
    expect(getRegion('DNS records').getByText(/^No custom domain yet\./)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Verify domain' })).toBeNull()
  })

  test('the subdomain shows its full host if the platform returns one', async () => {
    const platform = createStorePlatform()
    await openStore('domains', platform)
    const getSubdomainBox = () => screen.getByLabelText('Subdomain').parentElement
    expect(getSubdomainBox()).toHaveTextContent('')
    cleanup()
    platform.replies.set('GET /stores/host', { status: 200, body: { host: 'shops.example' } })
    await openStore('domains', platform)
    expect(getSubdomainBox()).toHaveTextContent('.shops.example')
  })

  test("the domain shows the same problem as the store's readiness", async () => {
    await openStore('domains', createPlatformWithDomain())
    expect(getRegion('DNS records').getByText(problem)).toBeVisible()
  })

  test('a DNS lookup without an answer keeps the verification but marks no record as valid', async () => {
    const platform = createPlatformWithDomain()
    const lookups = records.map((record) => ({
      ...record,
      found: false,
      seen: [],
      problem: 'No answer.',
    }))
    platform.replies.set('POST /stores/5/domain/verification', {
      status: 200,
      body: { verifiedAt: stamp.updatedAt, problem: null, records: lookups },
    })
    const { user } = await openStore('domains', platform)
    await user.click(screen.getByRole('button', { name: 'Verify domain' }))
    expect(await screen.findByText(/^We couldn't check all records in DNS/)).toBeVisible()
    expect(screen.getByText(hasExactText('Verified on 03/09/2025 04:05 PM.'))).toBeVisible()
  })

  test('the DNS records can be copied', async () => {
    const { user } = await openStore('domains', createPlatformWithDomain())
    await user.click(screen.getByRole('button', { name: 'Copy TXT Value' }))
    expect(await navigator.clipboard.readText()).toBe('proof=1')
  })

  test('verifying shows what DNS has for each record', async () => {
    const platform = createPlatformWithDomain()
    platform.replies.set('POST /stores/5/domain/verification', {
      status: 200,
      body: {
        verifiedAt: null,
        problem,
        records: [
          { ...records[0], found: true, seen: ['stores.example.com'], problem: null },
          { ...records[1], found: false, seen: ['proof=2'], problem: 'Another value.' },
        ],
      },
    })
    const { user } = await openStore('domains', platform)
    await user.click(screen.getByRole('button', { name: 'Verify domain' }))
    expect(await screen.findByText(/^The domain isn't verified because we/)).toBeVisible()
    const [cname, txt] = getRegion('DNS records').getAllByRole('listitem')
    expect(cname).toHaveTextContent('The record is valid.')
    expect(txt).toHaveTextContent('Another value.')
    expect(txt).toHaveTextContent('Found in DNS: proof=2')
  })
})

describe('Members and groups of a store', () => {
  const member = { ...stamp, email: 'm@example.com', storeId: 5, active: true }

  test('the member list is limited to the store when searching, paging, and sorting', async () => {
    const platform = createStorePlatform()
    platform.replies.set('GET /members', {
      status: 200,
      body: {
        data: [{ ...member, id: 1, name: 'Mia', groupId: 2, labels: { groupId: 'Staff' } }],
        page: { ...emptyPage, next: 'abc', total: 30 },
      },
    })
    const { user, address } = await openStore('members', platform)
    expect(getList('Members').getByRole('row', { name: /Mia/ })).toHaveTextContent('Staff')
    const heads = getList('Members').getAllByRole('columnheader')
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      '',
      'Name',
      'Email',
      'Group',
      'Active',
    ])
    await user.type(screen.getByRole('searchbox', { name: 'Search members' }), 'mia{Enter}')
    await waitFor(() => expect(address()).toBe('/stores/5?tab=members&search=mia'))
    const next = () => screen.getByRole('link', { name: 'Next' })
    await waitFor(() => expect(next().getAttribute('href')).toContain('search=mia'))
    await user.click(next())
    await waitFor(() => expect(address()).toBe('/stores/5?tab=members&search=mia&after=abc'))
    const getLastQuery = () => platform.requests.findLast(({ path }) => path === '/members')?.search
    expect(Object.fromEntries(getLastQuery() ?? [])).toEqual({
      'filter[storeId][eq]': '5',
      search: 'mia',
      after: 'abc',
    })
    await user.click(getList('Members').getByRole('link', { name: 'Email' }))
    await waitFor(() => expect(address()).toBe('/stores/5?tab=members&search=mia&sort=email'))
    expect(getLastQuery()?.get('filter[storeId][eq]')).toBe('5')
  })

  test('an empty group list explains what groups are for', async () => {
    const { platform } = await openStore('groups')
    expect(getList('Groups').getByText('No member groups yet')).toBeVisible()
    const [groups] = platform.requests.filter(({ path }) => path === '/memberGroups')
    expect(String(groups?.search)).toBe(String(new URLSearchParams('filter[storeId][eq]=5')))
  })

  test('a group has the same menu as in the list of all groups, and its panels open here', async () => {
    const platform = createStorePlatform()
    const group = { ...stamp, id: 2, name: 'Night', storeId: 5, type: 'manual', members: 1 }
    const data = [{ ...group, labels: { storeId: 'Acme Rewards' } }]
    platform.replies.set('GET /memberGroups', { status: 200, body: { data, page: emptyPage } })
    platform.replies.set('GET /memberGroups/2', { status: 200, body: data[0] })
    const preview = { count: 0, sample: [], joining: 0, leaving: 0 }
    platform.replies.set('GET /memberGroups/2/preview', { status: 200, body: preview })
    const { user, address } = await openStore('groups', platform)
    const row = within(getList('Groups').getByRole('row', { name: /Night/ }))
    await user.click(row.getByLabelText('More actions for Night'))
    for (const name of ['Duplicate to stores...', 'Delete...'])
      expect(row.getByRole('link', { name })).toBeVisible()
    await user.click(row.getByRole('link', { name: 'Members' }))
    await waitFor(() => expect(address()).toBe('/stores/5?tab=groups&members=2'))
    expect(
      await screen.findByRole('dialog', { name: 'Members of Night (Acme Rewards)' }),
    ).toBeVisible()
  })

  test('a rejected cursor shows the first page and says so', async () => {
    const platform = createStorePlatform()
    platform.replies.set('GET /members', ({ search }) =>
      search?.has('after')
        ? buildError(400, 'bad_request')
        : { status: 200, body: { data: [{ ...member, id: 1, name: 'Mia' }], page: emptyPage } },
    )
    const { address } = await openStore('members', platform, '&after=old')
    expect(getList('Members').getByText('Mia')).toBeVisible()
    expect(address()).toBe('/stores/5?tab=members&after=old')
    expect(screen.getByRole('alert')).toHaveTextContent(/Here's the first page/)
  })

  test('a forbidden member list leaves the rest of the page in place', async () => {
    const platform = createStorePlatform()
    platform.replies.set(
      'GET /members',
      buildError(403, 'forbidden', { permission: 'dashboardRead' }),
    )
    await openStore('members', platform)
    expect(getRegion('Members').getByText(/You need dashboardRead/)).toBeVisible()
  })

  test("a form that the list doesn't offer is rejected", async () => {
    const platform = createStorePlatform()
    const { router } = await openStore('members', platform)
    const formData = new FormData()
    formData.set('intent', 'create')
    await act(() => router.navigate('/stores/5?tab=members', { formMethod: 'post', formData }))
    expect(screen.getByRole('alert')).toBeVisible()
    expect(platform.writes()).toEqual([])
  })
})

describe('Credits of a store', () => {
  const sums = {
    unit: 'points',
    outstanding: 12_340,
    issued: 500,
    redeemed: 200,
    expired: 30,
    expiring: 70,
  }
  const entry = {
    id: 9,
    enteredAt: '2025-03-09T16:05:00Z',
    memberId: 4,
    type: 'redeem',
    amount: -250,
    unit: 'points',
    balance: 1750,
    reason: 'Spent in an order',
    expiresAt: null,
    issuedBy: 'platform',
    labels: { memberId: 'Mia' },
  }
  function createPlatformWithCredits(
    units: object[] = [sums],
    entries: object[] = [entry],
    page = {},
  ) {
    const platform = createStorePlatform()
    platform.replies.set('GET /stores/5/credits', {
      status: 200,
      body: { range: emptyMetrics.range, units },
    })
    platform.replies.set('GET /creditEntries', {
      status: 200,
      body: { data: entries, page: { ...emptyPage, total: entries.length, ...page } },
    })
    return platform
  }
  const getRow = (name: RegExp) => screen.getByRole('row', { name })
  const getMetrics = (label: string) =>
    screen.getAllByText(label, { selector: 'dt' }).map((term) => term.parentElement?.textContent)

  test('show the outstanding, redeemed, and expiring credits and the ledger entries', async () => {
    await openStore('credits', createPlatformWithCredits())
    expect(getMetrics('Outstanding')).toEqual(['Outstanding12,340Points'])
    expect(getMetrics('Expiring within 30 days')).toEqual(['Expiring within 30 days70Points'])
    expect(getMetrics('Redeemed in the last 30 days')).toEqual([
      'Redeemed in the last 30 days200Points',
    ])
    expect(getRow(/03\/09\/2025 .*/)).toHaveTextContent(
      '03/09/2025 04:05 PMMiaRedeemed-250 points1,750 pointsSpent in an order',
    )
    const heads = getRegion('Ledger').getAllByRole('columnheader')
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      '',
      'Time',
      'Member',
      'Type',
      'Amount',
      'Balance',
      'Reason',
    ])
    expect(getRegion('Ledger').getByRole('link', { name: 'Open full ledger' })).toHaveAttribute(
      'href',
      '/credits?filter[storeId][eq]=5',
    )
  })

  test('in several units are shown separately, never summed', async () => {
    const euros = { ...sums, unit: 'EUR', outstanding: 2050 }
    const issueEntry = { ...entry, id: 8, type: 'issue', amount: 2050, unit: 'EUR', balance: 2050 }
    await openStore('credits', createPlatformWithCredits([euros, sums], [entry, issueEntry]))
    expect(getMetrics('Outstanding')).toEqual(['Outstanding20.50EUR', 'Outstanding12,340Points'])
    expect(getRow(/PM Mia Issue/)).toHaveTextContent('Issued20.50 EUR20.50 EURSpent in an order')
  })

  test('the ledger can be searched and filtered within the store', async () => {
    const { user, platform, address } = await openStore('credits', createPlatformWithCredits())
    await openFilter(user, 'Type')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Redeemed')
    await user.type(screen.getByRole('searchbox'), 'order{Enter}')
    const query = 'search=order&filter[type][eq]=redeem'
    const storeFilter = 'filter[storeId][eq]=5'
    await waitFor(() => expect(address()).toBe(`/stores/5?tab=credits&${query}`))
    const request = platform.requests.findLast(({ path }) => path === '/creditEntries')
    expect(String(request?.search)).toBe(String(new URLSearchParams(`${query}&${storeFilter}`)))
  })

  test('the ledger is paged', async () => {
    const { user, platform } = await openStore(
      'credits',
      createPlatformWithCredits([sums], [entry], { next: 'x' }),
    )
    await user.click(screen.getByRole('link', { name: 'Next' }))
    await waitFor(() => {
      const requests = platform.requests.filter(({ path }) => path === '/creditEntries')
      expect(requests.map(({ search }) => search?.get('after'))).toEqual([null, 'x'])
    })
  })

  test.each([
    ['retail', "This store doesn't use credits"],
    ['gift', "This store doesn't use credits"],
    ['points', 'No credits yet'],
  ])('a store of type %s without credits shows "%s"', async (type, title) => {
    await openStore('credits', createStorePlatform({ type }))
    expect(screen.getByRole('heading', { name: title })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Ledger' })).toBeNull()
  })

  test('a platform without these calls leaves the rest of the page in place', async () => {
    const platform = createStorePlatform()
    platform.replies.set('GET /stores/5/credits', { status: 404 })
    platform.replies.set('GET /creditEntries', buildError(502, 'unreachable'))
    await openStore('credits', platform)
    expect(
      getRegion("This store's credits").getByText("This platform doesn't support store credits."),
    ).toBeVisible()
    expect(getRegion('Ledger').getByText(/^The platform isn't responding/)).toBeVisible()
  })
})

describe('Integrations of a store', () => {
  test('show which SMTP setting a store inherits', async () => {
    const platform = createStorePlatform()
    const platformSetting = { id: 2, version: 1, name: 'Relay of the platform' }
    platform.replies.set('GET /smtpSettings', { status: 200, body: { data: [platformSetting] } })
    await openStore('integrations', platform)
    expect(screen.getByText(/Inherited.*Relay of the platform/)).toBeVisible()
    const request = platform.requests.find(({ path }) => path === '/smtpSettings')
    expect(request?.search?.get('filter[scope][eq]')).toBe('platform')
  })

  test('show their status and last test, and link to their setup', async () => {
    const platform = createStorePlatform()
    const lastTest = { message: null, checkedAt: '2025-03-09T16:05:00Z' }
    const kinds = { mail: 'active', signOn: 'not_configured', gift: 'draft', print: 'disabled' }
    platform.replies.set('GET /stores/5/integrations', {
      status: 200,
      body: {
        data: [
          ...Object.entries(kinds).map(([kind, state]) => ({ ...lastTest, kind, state })),
          {
            kind: 'payment',
            state: 'degraded',
            message: 'One in five fails.',
            checkedAt: null,
            to: '/payment-setup/7/details?field=testSecretKey#field-testSecretKey',
          },
        ],
      },
    })
    await openStore('integrations', platform)
    // The summary matches the list of all stores.
    expect(
      getRegion('Integrations').getByText('Payments failing, 1 active, 1 missing'),
    ).toBeVisible()
    const items = getRegion('Integrations').getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'EmailActiveLast test: 03/09/2025 04:05 PMOpen setup',
      'SSONot configuredOptional for this store.Last test: 03/09/2025 04:05 PMSet up',
      'PaymentsFailingOne in five fails.Not tested yetFix',
      "Gift cardsDraftThe store isn't ready until this integration is active.Last test: 03/09/2025 04:05 PMFinish setup",
      'Print on demandDisabledLast test: 03/09/2025 04:05 PMOpen setup',
      "Mobile SSONot configuredLets members sign in to this store's mobile app.Set up",
    ])
    const links = getRegion('Integrations').getAllByRole('link')
    expect(
      links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]),
    ).toEqual([
      ['Open setup: Email', '/smtpSettings'],
      ['Set up: SSO', '/stores/5/adminSso/setup?of=5&fix=signOn'],
      [
        'Fix: Payments',
        '/payment-setup/7/details?field=testSecretKey&of=5&fix=payment#field-testSecretKey',
      ],
      ['Finish setup: Gift cards', '/giftCardSetup?environment=live&of=5&fix=gift'],
      ['Open setup: Print on demand', '/printfulSetup?of=5&fix=print'],
      ['Set up: Mobile SSO', '/stores/5/member/mobile-sso/setup'],
    ])
  })

  test('a missing integration offers the existing setups and a new one', async () => {
    const platform = createStorePlatform({ paymentState: 'not_configured' })
    const offer = { kind: 'payment', id: 7, name: 'Stripe main account', state: 'active' }
    const setups = [
      { ...offer, mode: 'live' },
      { ...offer, id: 8, name: 'Stripe trial', state: 'verified', mode: 'test' },
    ]
    platform.replies.set('GET /stores/5/setups', { status: 200, body: { data: setups } })
    platform.replies.set('POST /stores/5/setups', { status: 200, body: buildStore() })
    const { user } = await openStore('integrations', platform)
    const items = within(
      await screen.findByRole('list', { name: 'Existing setups for Payments' }),
    ).getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Use Stripe main accountActive',
      'Use Stripe trialVerified, test mode',
    ])
    expect(screen.getByRole('link', { name: 'New setup: Payments' })).toHaveAttribute(
      'href',
      '/payment-setup?create&begin[storeIds]=5&of=5&fix=payment',
    )
    await user.click(screen.getByRole('button', { name: 'Use Stripe main account' }))
    await waitFor(() => expect(platform.writes()).toHaveLength(1))
    expect(platform.writes()[0]).toMatchObject({
      path: '/stores/5/setups',
      body: { kind: 'payment', id: 7 },
    })
  })

  test.each([
    ['draft', "We'll email an invitation to ann@acme.example when the store is activated."],
    ['active', "We'll email an invitation to ann@acme.example soon. You can also send one now."],
  ])('the first admin of a store with status %s can be invited now', async (status, note) => {
    const platform = createStorePlatform({
      status,
      adminName: 'Ann Lee',
      adminEmail: 'ann@acme.example',
    })
    const account = { id: 3, email: 'ann@acme.example', status: 'planned' }
    platform.replies.set('GET /stores/5/admin', { status: 200, body: { account } })
    const reply = { account: { ...account, status: 'invited' } }
    platform.replies.set('POST /stores/5/admin/invitation', { status: 200, body: reply })
    const { user } = await openStore('access', platform)
    const admin = getRegion('First admin account')
    expect(admin.getByText('Invitation not sent yet')).toBeVisible()
    expect(admin.getByText(note)).toBeVisible()
    await user.click(admin.getByRole('button', { name: 'Send invitation' }))
    await waitFor(() => expect(platform.writes()).toHaveLength(1))
    expect(platform.writes()[0]).toMatchObject({ path: '/stores/5/admin/invitation' })
  })

  test('a platform without test results still shows the integration statuses', async () => {
    const platform = createStorePlatform()
    platform.replies.set('GET /stores/5/integrations', { status: 404 })
    await openStore('integrations', platform)
    const part = getRegion('Integrations')
    expect(part.getByText("This platform doesn't support integration tests.")).toBeVisible()
    expect(part.getAllByRole('listitem')[2]).toHaveTextContent('PaymentsFailingFix')
    expect(part.queryByText(/test(ed)? /)).toBeNull()
  })
})

describe('Logs of a store', () => {
  const entry = {
    id: 9,
    time: '2025-03-09T16:05:00Z',
    stream: 'audit',
    severity: 'warning',
    event: 'stores.updated',
    actor: 'ann@example.com',
    targetType: 'stores',
    targetId: 5,
    storeId: 5,
    label: 'Acme Rewards',
    result: 'ok',
    ip: '192.0.2.7',
    requestId: 'r-42',
    cause: null,
    fault: null,
    count: 1,
    first: '2025-03-09T16:05:00Z',
    changes: { timeZone: { before: null, after: 'Europe/London' } },
  }
  function createPlatformWithLogs(page: object = emptyPage) {
    const platform = createStorePlatform()
    platform.replies.set('GET /logEntries', {
      status: 200,
      body: { data: [entry], page: { ...emptyPage, ...page } },
    })
    platform.replies.set('GET /logEntries/9', { status: 200, body: entry })
    return platform
  }

  const findRow = async (text: RegExp) =>
    within(await screen.findByRole('region', { name: 'log entries' })).findByRole('row', {
      name: text,
    })
  const findPanel = async () => within(await screen.findByRole('dialog'))

  test('clicking a row opens its changes', async () => {
    const { user, address } = await openStore('logs', createPlatformWithLogs())
    const row = await findRow(/Changed store/)
    expect(row).toHaveTextContent(
      '03/09/2025 04:05 PMChanged storeTime zone: Europe/London–ann@example.comWarning',
    )
    await user.click(row)
    await waitFor(() => expect(address()).toBe('/stores/5?tab=logs&entry=9'))
    const panel = await findPanel()
    expect(panel.getByRole('row', { name: /^Time zone/ })).toHaveTextContent(
      'Time zoneemptyEurope/London',
    )
    expect(panel.getByText('192.0.2.7')).toBeVisible()
  })

  test('a sync that failed reads as a failure', async () => {
    const platform = createPlatformWithLogs()
    const sync = { ...entry, event: 'catalog.synchronised', severity: 'error', result: 'failed' }
    platform.replies.set('GET /logEntries', {
      status: 200,
      body: { data: [{ ...sync, changes: {}, label: null }], page: emptyPage },
    })
    await openStore('logs', platform)
    expect(await findRow(/Error/)).toHaveTextContent('Catalog sync failed')
  })

  test('an amount has its currency, rows differ by their target, and filters read like the rows', async () => {
    const buildCharge = (id: number, number: string) => ({
      ...entry,
      id,
      event: 'paymentAttempts.paid',
      actor: 'platform',
      targetType: 'paymentAttempts',
      label: number,
      changes: { amount: { after: 4550 }, currency: { after: 'EUR' } },
    })
    const platform = createPlatformWithLogs()
    platform.replies.set('GET /logEntries', {
      status: 200,
      body: { data: [buildCharge(9, '#197'), buildCharge(10, '#198')], page: emptyPage },
    })
    await renderConsole(
      '/stores/5/logs?filter[event][contains]=paymentAttempts.paid&filter[actor][eq]=platform',
      { platform },
    )
    expect(await findRow(/#197/)).toHaveTextContent(
      '03/09/2025 04:05 PMCharged orderAmount: 45.50 EUR#197SystemWarning',
    )
    for (const number of ['#197', '#198'])
      expect(
        screen.getByRole('checkbox', {
          name: `Select Charged order ${number}, 03/09/2025 04:05 PM`,
        }),
      ).toBeVisible()
    const chips = within(screen.getByRole('list', { name: 'Filters' }))
    expect(chips.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Event is Charged order',
      'Actor is System',
    ])
    expect(
      chips.getByRole('link', { name: 'Remove filter: Event is Charged order' }),
    ).toHaveAttribute('href', '/stores/5/logs?filter[actor][eq]=platform')
  })

  test('an entry about moved members shows the current names of those that still exist', async () => {
    const platform = createPlatformWithLogs()
    const movedMembers = ['#7 from Day', '#8 from no group', '3 more']
    const changes = { members: { after: 5 }, moved: { after: movedMembers } }
    const target = { targetType: 'memberGroups', targetId: 2, label: 'Night' }
    const body = { ...entry, ...target, event: 'memberGroups.membersAdded', changes }
    platform.replies.set('GET /logEntries/9', { status: 200, body })
    platform.replies.set('GET /memberNames', ({ search }) => {
      expect(search?.getAll('id')).toEqual(['7', '8'])
      return { status: 200, body: { data: [{ id: 7, name: 'Mia' }] } }
    })
    await openStore('logs', platform, '&entry=9')
    const panel = await findPanel()
    expect(panel.getByRole('heading', { name: '5 members moved' })).toBeVisible()
    expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '#7 Mia from Day',
      '#8 from no group',
      '3 more, not listed in the log',
    ])
    const address = '/members/7'
    expect(panel.getByRole('link', { name: '#7 Mia' })).toHaveAttribute('href', address)
    expect(panel.queryByRole('row')).toBeNull()
  })

  test('an entry links to all entries of its request', async () => {
    const platform = createPlatformWithLogs({ next: 'x', total: 1234 })
    const { user } = await openStore('logs', platform)
    await user.click(await findRow(/Changed store/))
    const panel = await findPanel()
    expect(panel.getByRole('link', { name: 'All 1,234 entries for this request' })).toHaveAttribute(
      'href',
      '/stores/5?tab=logs&filter[requestId][eq]=r-42',
    )
  })

  const fault = 'f'.repeat(32)
  const failure = {
    ...entry,
    stream: 'errors',
    severity: 'error',
    event: 'payment.refused',
    actor: 'platform',
    result: 'failed',
    ip: '',
    changes: {},
    cause: 'HTTP 403, 901: Invalid Merchant Account',
    fault,
    storeId: 5,
    count: 36,
    first: '2025-03-06T08:00:00Z',
  }
  function createPlatformWithFailure(more: object = {}) {
    const platform = createStorePlatform()
    const data = [{ ...failure, ...more }]
    platform.replies.set('GET /logEntries', ({ search }) => {
      const total = search?.has('grouped') ? 1 : data[0]?.count
      return { status: 200, body: { data, page: { ...emptyPage, total } } }
    })
    platform.replies.set('GET /logEntries/9', { status: 200, body: data[0] })
    return platform
  }

  test('equal failures are one row with a count that links to each entry, keeping the filters', async () => {
    const errorFilter = '&filter[severity][eq]=error'
    const { user, platform, address } = await openStore(
      'logs',
      createPlatformWithFailure(),
      errorFilter,
    )
    expect(await findRow(/Payment provider rejected/)).toHaveTextContent('36 times––System')
    const summary = screen.getByText(/^Repeated failures are grouped: 1 row for 36 entries\./)
    expect(within(summary).getByRole('link', { name: 'Show each entry' })).toHaveAttribute(
      'href',
      '/stores/5/logs?filter[severity][eq]=error',
    )
    await user.click(screen.getByRole('link', { name: '36 times. Show each entry' }))
    const faultFilter = 'filter[severity][eq]=error&filter[fault][eq]'
    await waitFor(() => expect(address()).toBe(`/stores/5/logs?${faultFilter}=${fault}`))
    const query = platform.requests.findLast(({ path }) => path === '/logEntries')?.search
    expect([query?.get('filter[fault][eq]'), query?.has('grouped')]).toEqual([fault, false])
    expect(await screen.findByText(/^All entries for this failure/)).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Back to all logs' }))
    await waitFor(() => expect(address()).toBe('/stores/5/logs'))
  })

  test('a failure shows its cause, and a single one shows no count', async () => {
    const { user } = await openStore('logs', createPlatformWithFailure({ count: 1 }))
    expect(screen.queryByText(/times$/)).toBeNull()
    await user.click(await findRow(/Payment provider rejected/))
    expect((await findPanel()).getByText('HTTP 403, 901: Invalid Merchant Account')).toBeVisible()
  })

  test('the entry of a duplicated store shows readable values', async () => {
    const changes = { into: { after: 'acme-2' }, sections: { after: ['locale', 'groups'] } }
    const platform = createPlatformWithFailure({ event: 'stores.duplicated', changes, count: 1 })
    const { user } = await openStore('logs', platform)
    await user.click(await findRow(/Duplicated store/))
    const panel = await findPanel()
    expect(panel.getByRole('row', { name: /^New store/ })).toHaveTextContent('emptyacme-2')
    expect(panel.getByRole('row', { name: /^Sections copied/ })).toHaveTextContent(
      'Locale and currency, Member groups',
    )
  })

  test('filters are stored in the URL', async () => {
    const { user, address, platform } = await openStore('logs', createPlatformWithLogs())
    const getLastQuery = () =>
      platform.requests.findLast(({ path }) => path === '/logEntries')?.search
    await user.click(screen.getByRole('link', { name: 'Last 24 hours' }))
    await waitFor(() => expect(address()).toContain('filter[time][gte]='))
    await waitFor(() => {
      const from = getLastQuery()?.get('filter[time][gte]') ?? ''
      const hours = (Date.now() - Date.parse(from)) / 3_600_000
      expect(hours).toBeGreaterThanOrEqual(24)
      expect(hours).toBeLessThan(24.1)
    })
    // Changing the view replaces the form, so typing waits until the time menu shows the new view.
    expect(await screen.findByLabelText('Time: 24 hours')).toBeVisible()
    expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull()
    await openFilter(user, 'Severity')
    await user.selectOptions(getField('Severity'), 'warning')
    await user.type(screen.getByRole('searchbox'), 'ann{Enter}')
    await waitFor(() =>
      expect(address()).toMatch(/tab=logs&search=ann&filter\[severity\]\[eq\]=warning&filter/),
    )
    expect(getLastQuery()?.get('filter[severity][eq]')).toBe('warning')
    expect(getLastQuery()?.get('grouped')).toBe('1')
    expect(getLastQuery()?.get('filter[time][gte]'), 'a day').toMatch(/^\d{4}-\d\d-\d\d/)
  })

  test('another time range replaces the previous one and keeps the search', async () => {
    const { user, address } = await openStore('logs', createPlatformWithLogs(), '&search=ann')
    await user.click(screen.getByRole('link', { name: 'Last hour' }))
    await waitFor(() => expect(address()).toContain('filter[time]'))
    const hour = address()
    await user.click(await screen.findByLabelText('Time: 1 hour'))
    expect(await screen.findByRole('link', { name: 'Last hour', current: true })).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Last 7 days' }))
    await waitFor(() => expect(address()).not.toBe(hour))
    await user.click(await screen.findByLabelText('Time: 7 days'))
    expect(await screen.findByRole('link', { name: 'Last 7 days', current: true })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Last hour' })).not.toHaveAttribute('aria-current')
    expect(address().match(/filter\[time\]/g)).toHaveLength(1)
    expect(address()).toContain('search=ann')
    await user.click(screen.getByRole('link', { name: 'Any time' }))
    await waitFor(() => expect(address()).toBe('/stores/5?tab=logs&search=ann'))
  })

  test('a custom time range has a filter chip', async () => {
    await openStore('logs', createPlatformWithLogs(), '&filter[time][gte]=2025-03-09T15:05:00.000Z')
    expect(screen.getByLabelText('Time: Any time')).toBeVisible()
    expect(screen.getByRole('list', { name: 'Filters' })).toHaveTextContent('Time')
  })

  test("an entry about the store itself doesn't repeat its name", async () => {
    const platform = createPlatformWithLogs()
    const entries = [{ event: 'stores.updated' }, { event: 'x', targetType: 'sizes', targetId: 7 }]
    platform.replies.set('GET /logEntries', {
      status: 200,
      body: {
        data: entries.map((more, at) => ({
          ...entry,
          id: at + 1,
          ...more,
        })),
        page: emptyPage,
      },
    })
    await openStore('logs', platform)
    const showsName = (row: HTMLElement) => within(row).queryByText('Acme Rewards') !== null
    const [, ...rows] = within(screen.getByRole('region', { name: 'log entries' })).getAllByRole(
      'row',
    )
    expect(rows.map(showsName)).toEqual([false, true])
  })

  test('the next page keeps the start time of the first page', async () => {
    const from = '2025-03-09T15:05:00.000Z'
    const { user, platform } = await openStore(
      'logs',
      createPlatformWithLogs({ next: 'x' }),
      `&filter[time][gte]=${from}`,
    )
    const getGroupedRequests = () =>
      platform.requests.filter(
        ({ path, search }) => path === '/logEntries' && search?.has('grouped'),
      )
    await user.click(screen.getByRole('link', { name: 'Next' }))
    await waitFor(() => expect(getGroupedRequests()).toHaveLength(2))
    expect(getGroupedRequests()[1]?.search?.get('after')).toBe('x')
    for (const { search } of getGroupedRequests())
      expect(search?.get('filter[time][gte]')).toBe(from)
  })

  test('a list without matches offers to clear the filters', async () => {
    await openStore('logs', createStorePlatform(), '&filter[severity][eq]=error')
    expect(screen.getByRole('link', { name: 'Clear filters' })).toHaveAttribute(
      'href',
      '/stores/5?tab=logs',
    )
  })
})

describe('Danger zone', () => {
  test('opens the panel of each status change', async () => {
    const { user, address } = await openStore('danger')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(getRegion('Suspend').getByRole('link'))
    expect(await screen.findByRole('dialog')).toHaveAccessibleName('Suspend Acme Rewards')
    expect(address()).toBe('/stores/5?tab=danger&change=suspend')
  })

  test('deleting shows what depends on the store and requires its code', async () => {
    const platform = createStorePlatform()
    platform.replies.set('GET /stores/5/uses', {
      status: 200,
      body: { data: [{ kind: 'member', count: 3, examples: ['Mia'] }] },
    })
    const { user } = await openStore('danger', platform)
    const section = getRegion('Delete store')
    expect(section.getByText('3 members, including Mia')).toBeVisible()
    expect(section.getByText(/after 30 days/)).toBeVisible()
    platform.replies.set(
      'POST /stores/5/deletion',
      buildError(422, 'invalid', { fields: { code: "Enter this store's code: acme" } }),
    )
    await user.type(section.getByLabelText('Enter the code "acme" to confirm'), 'acme')
    await user.click(section.getByRole('button', { name: 'Delete store' }))
    const code = section.getByLabelText('Enter the code "acme" to confirm')
    await waitFor(() => expect(code).toBeInvalid())
    expect(code).toHaveValue('acme')
    expect(platform.writes()[0]).toMatchObject({ ifMatch: 1, body: { code: 'acme' } })
  })

  test('the delete button is disabled and says why until the code is entered', async () => {
    const platform = createStorePlatform()
    const { user } = await openStore('danger', platform)
    const section = getRegion('Delete store')
    const button = section.getByRole('button', { name: 'Delete store' })
    const code = section.getByLabelText('Enter the code "acme" to confirm')
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'))
    expect(button).toHaveAccessibleDescription("Enter the store's code first.")
    await user.click(button)
    expect(code).toHaveFocus()
    await user.type(code, 'acm{Enter}')
    expect(platform.writes()).toEqual([])
    await user.type(code, 'e')
    expect(button).not.toHaveAttribute('aria-disabled')
    expect(section.queryByText("Enter the store's code first.")).toBeNull()
    await user.clear(code)
    expect(button).toHaveAttribute('aria-disabled', 'true')
  })

  test('a scheduled deletion can be undone', async () => {
    const platform = createStorePlatform()
    const { user } = await openStore('danger', platform)
    const section = getRegion('Delete store')
    const archived = buildStore({
      status: 'archived',
      deleteAfter: '2025-04-08T16:05:00Z',
      version: 2,
    })
    platform.replies.set('POST /stores/5/deletion', { status: 200, body: archived })
    platform.replies.set('DELETE /stores/5/deletion', { status: 200, body: buildStore() })
    await user.type(section.getByLabelText('Enter the code "acme" to confirm'), 'acme')
    await user.click(section.getByRole('button', { name: 'Delete store' }))
    await user.click(await screen.findByRole('button', { name: 'Undo the change to Acme Rewards' }))
    await screen.findByText(/^Undid the change to/)
    expect(platform.writes().at(-1)).toMatchObject({ method: 'DELETE', ifMatch: 2 })
  })

  test('a store to be deleted shows its date on every tab and can be restored', async () => {
    const platform = createStorePlatform({
      status: 'archived',
      deleteAfter: '2025-04-08T16:05:00Z',
    })
    const { user } = await openStore('general', platform)
    expect(screen.queryByRole('link', { name: 'Activate...', hidden: true })).toBeNull()
    expect(
      screen.getByText(
        hasExactText(
          'This store will be deleted on 04/08/2025 04:05 PM. To change it, restore it first.',
        ),
      ),
    ).toBeVisible()
    expect(getField('Name')).toBeDisabled()
    expect(getField('Name')).toHaveValue('Acme Rewards')
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Restore store' }))
    await screen.findByText('Restored')
    expect(platform.writes()).toMatchObject([
      { method: 'DELETE', path: '/stores/5/deletion', ifMatch: 1 },
    ])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore store' })).toBeNull())
    expect(getField('Name')).toBeEnabled()
  })
})

describe('A store that will be deleted', () => {
  const deletion = { status: 'archived', deleteAfter: '2025-04-08T16:05:00Z' }

  test.each(['general', 'domains', 'locale', 'brand', 'access'])(
    'is read-only on the tab %s',
    async (tab) => {
      const domain = 'shop.acme.example'
      const platform = createStorePlatform({ ...deletion, domain })
      platform.replies.set('GET /stores/5/domain', {
        status: 200,
        body: { domain, verifiedAt: null, records: [] },
      })
      await openStore(tab, platform)
      const controls = screen
        .getAllByRole('group')
        .flatMap((group) => [
          ...group.querySelectorAll<HTMLInputElement>('input, select, textarea'),
        ])
      expect(controls.length).toBeGreaterThan(1)
      for (const control of controls) expect(control).toBeDisabled()
      const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent)
      expect(buttons).toContain('Restore store')
      expect(buttons.filter((name) => /Save|Reset|Verify|Discard/.test(name ?? ''))).toEqual([])
    },
  )

  test('shows which of its settings are inherited', async () => {
    await openStore('locale', createStorePlatform(deletion))
    expect(getField(/^Default locale/)).toHaveAccessibleDescription('Inherited')
  })
})

describe('Duplicating a store', () => {
  test('creates a store from the selected sections and opens it', async () => {
    const { user, platform, address } = await openStore('duplicate')
    platform.replies.set('POST /stores/5/duplicate', {
      status: 201,
      body: buildStore({ id: 6, name: 'Copy' }),
    })
    platform.replies.set('GET /stores/6', {
      status: 200,
      body: buildStore({ id: 6, name: 'Copy' }),
    })
    expect(getField('Name')).toHaveValue('Acme Rewards (copy)')
    await user.clear(getField('Name'))
    await user.type(getField('Name'), 'Copy')
    expect(getField('Code')).toHaveValue('copy')
    await user.type(getField('Subdomain'), 'copy')
    await user.click(screen.getByRole('checkbox', { name: /^Brand/ }))
    await user.click(screen.getByRole('button', { name: 'Duplicate store' }))
    await screen.findByText(/^Duplicated as/)
    expect(address()).toBe('/stores/6')
    expect(platform.writes()).toMatchObject([
      {
        body: {
          values: { name: 'Copy', code: 'copy', subdomain: 'copy' },
          sections: ['general', 'locale', 'access', 'groups', 'integrations'],
        },
      },
    ])
  })

  test('offers member groups only to operators who can edit them', async () => {
    const platform = createStorePlatform()
    const access = { permissions: ['storesRead'], facts: { enforcePermissions: true } }
    const { user } = await renderConsole('/stores/5?tab=duplicate', { platform, ...access })
    await screen.findByRole('checkbox', { name: /^Brand/ })
    expect(screen.queryByRole('checkbox', { name: /^Member groups/ })).toBeNull()
    platform.replies.set('POST /stores/5/duplicate', { status: 201, body: buildStore({ id: 6 }) })
    await user.type(getField('Code'), 'copy')
    await user.type(getField('Subdomain'), 'copy')
    await user.click(screen.getByRole('button', { name: 'Duplicate store' }))
    await waitFor(() => expect(platform.writes()).toHaveLength(1))
    expect(platform.writes()).toMatchObject([
      { body: { sections: ['general', 'locale', 'brand', 'access', 'integrations'] } },
    ])
  })

  test("the suggested name isn't longer than allowed", async () => {
    const platform = createStorePlatform({ name: 'x'.repeat(80) })
    await renderConsole('/stores/5?tab=duplicate', { platform })
    await screen.findByRole('button', { name: 'Duplicate store' })
    expect(getField('Name')).toHaveValue(`${'x'.repeat(73)} (copy)`)
  })

  test('missing values are reported, and the selected sections stay', async () => {
    const { user, platform } = await openStore('duplicate')
    await user.click(screen.getByRole('checkbox', { name: /^Brand/ }))
    await user.click(screen.getByRole('button', { name: 'Duplicate store' }))
    await waitFor(() => expect(getField('Subdomain')).toBeInvalid())
    expect(screen.getByRole('checkbox', { name: /^Brand/ })).not.toBeChecked()
    expect(platform.writes()).toEqual([])
  })
})
