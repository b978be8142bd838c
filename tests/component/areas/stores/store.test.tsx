import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { openFilter } from '#tests/support/browser/filters.ts'
import { stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import {
  noFigures,
  noPage,
  storePlatform,
  storeRecord,
} from '#tests/support/servers/storePlatform.ts'
import { whole } from '#tests/support/sentences.ts'

async function openStore(tab: string, platform = storePlatform(), query = '') {
  const shown = await renderConsole(`/stores/5${tab && `?tab=${tab}${query}`}`, { platform })
  await screen.findByRole('heading', { name: 'Acme Rewards', level: 1 })
  return { ...shown, platform }
}

const bar = () => within(screen.getByRole('navigation', { name: 'Store sections' }))
const region = (name: string | RegExp) => within(screen.getByRole('region', { name }))
const listOf = (name: string) => within(screen.getByRole('group', { name }))
const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const save = () => screen.getByRole('button', { name: 'Save' })
const refusal = (status: number, code: string, more: object = {}) => ({
  status,
  body: { status, code, title: 'No', ...more },
})

describe('the page of a store', () => {
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
  ])('the address ?tab=%s shows %s', async (tab, title) => {
    await openStore(tab)
    expect(bar().getAllByRole('link', { current: 'page' })).toHaveLength(1)
    expect(bar().getByRole('link', { current: 'page' })).toHaveTextContent(title)
  })

  test('a tab that there is none of is said, and the overview shown', async () => {
    const { user, address } = await openStore('nope')
    expect(bar().getByRole('link', { current: 'page' })).toHaveTextContent('Overview')
    expect(screen.getByRole('alert')).toHaveTextContent('There\'s no tab named "nope"')
    await user.click(screen.getByRole('link', { name: 'Remove' }))
    await waitFor(() => expect(address()).toBe('/stores/5'))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  })

  test('is called by the name of the store, in the breadcrumbs by that of its route', async () => {
    await openStore('general')
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    const trail = screen.getByRole('navigation', { name: 'Breadcrumbs' })
    expect(within(trail).getByText('Store details')).toHaveAttribute('aria-current', 'page')
    expect(document.title).toBe('Acme Rewards · Store details · Operator console')
  })

  test('one that is gone leads to the list, and not to itself again', async () => {
    const platform = storePlatform()
    platform.replies.set('GET /stores/5', refusal(404, 'not_found'))
    await renderConsole('/stores/5', { platform })
    expect(await screen.findByRole('alert')).toHaveTextContent("This store doesn't exist")
    expect(screen.getByRole('link', { name: 'Go to All Stores' })).toHaveAttribute(
      'href',
      '/stores',
    )
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('says who the store is and in which state', async () => {
    await openStore(
      '',
      storePlatform({
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

  test('offers what its status allows', async () => {
    await openStore('', storePlatform({ status: 'suspended' }))
    const links = screen.getAllByRole('link', { name: 'Activate...', hidden: true })
    const offered = links.filter((link) => link.closest('details'))
    expect(offered.map((link) => link.getAttribute('href'))).toEqual(['/stores/5?change=activate'])
    expect(screen.queryByRole('link', { name: 'Suspend...', hidden: true })).toBeNull()
  })

  test('loads nothing that its tab does not show', async () => {
    const { platform } = await openStore('danger')
    expect(platform.requests.map(({ path }) => path).toSorted()).toEqual([
      '/stores/5',
      '/stores/5/uses',
    ])
  })
})

describe('a store that cannot be shown', () => {
  const alert = async (path: string, reply: { status: number; body?: object }) => {
    const platform = storePlatform()
    platform.replies.set('GET /stores/5', reply)
    await renderConsole(path, { platform })
    return screen.findByRole('heading', { level: 2 }).then((title) => title.parentElement)
  }

  test.each([
    [refusal(404, 'not_found'), "This store doesn't exist, or it was deleted."],
    [{ status: 404 }, "This platform doesn't support stores."],
    [refusal(403, 'forbidden', { permission: 'storesRead' }), 'You need storesRead.'],
    [refusal(502, 'unreachable'), "The platform isn't responding."],
  ])('%j says so', async (reply, sentence) => {
    expect(await alert('/stores/5', reply)).toHaveTextContent(sentence)
  })

  test.each(['0', '-1', 'x', '1e3', '99999999999'])(
    'an address that names no store, %s, asks the platform nothing',
    async (id) => {
      const platform = storePlatform()
      await renderConsole(`/stores/${id}`, { platform })
      expect(await screen.findByRole('alert')).toHaveTextContent("This store doesn't exist")
      expect(platform.requests).toEqual([])
    },
  )
})

describe('a part that could not be loaded', () => {
  test('is tried again at the same address, and then shown', async () => {
    const platform = storePlatform()
    const logs = platform.replies.get('GET /logEntries')
    platform.replies.set('GET /logEntries', refusal(502, 'unreachable'))
    const errors = '&filter[severity][eq]=error'
    const { user, address } = await openStore('logs', platform, errors)
    const again = screen.getByRole('link', { name: 'Try again' })
    expect(again).toHaveAttribute('href', `/stores/5?tab=logs${errors}`)
    if (logs) platform.replies.set('GET /logEntries', logs)
    await user.click(again)
    expect(await screen.findByText(/^No log entries match these filters/)).toBeVisible()
    expect(screen.queryByText(/^The platform isn't responding/)).toBeNull()
    expect(address()).toBe(`/stores/5?tab=logs${errors}`)
    // Each time for the rows, and for how many entries these stand for.
    const asked = platform.requests.filter(({ path }) => path === '/logEntries')
    expect(asked.map(({ search }) => search?.get('filter[severity][eq]'))).toEqual(
      Array.from({ length: 4 }, () => 'error'),
    )
  })

  test('leads to no trial where the platform does not offer it', async () => {
    const platform = storePlatform()
    platform.replies.set('GET /stores/5/uses', { status: 404 })
    await openStore('danger', platform)
    const section = region('Delete store')
    expect(section.getByText(/doesn't support store dependencies/)).toBeVisible()
    expect(section.queryByRole('link')).toBeNull()
  })
})

describe('a tab with a form of some fields', () => {
  test('saves what was changed, on the version it was opened on, and stays', async () => {
    const { user, platform, address } = await openStore('general')
    await user.clear(field('Name'))
    await user.type(field('Name'), 'Acme Gifts')
    await user.click(save())
    await screen.findByText('Saved')
    expect(platform.writes()).toMatchObject([{ ifMatch: 1, body: { name: 'Acme Gifts' } }])
    expect(address()).toBe('/stores/5?tab=general')
    expect(await screen.findByRole('heading', { name: 'Acme Gifts', level: 1 })).toBeVisible()
    expect(screen.queryByText(/^Unsaved/)).toBeNull()
    await waitFor(() => expect(save()).toHaveFocus())
    // No draft is left; what was visited is the palette's.
    expect(Object.keys(sessionStorage).filter((key) => key !== 'visited')).toEqual([])
  })

  test('saved as it is, it says that nothing was changed, writes nothing, and keeps the focus', async () => {
    const { user, platform } = await openStore('general')
    const name = field('Name').getAttribute('value')
    await user.click(save())
    expect(await screen.findByText(/^Nothing changed in/)).toHaveTextContent(
      `Nothing changed in ${name}`,
    )
    expect(platform.writes()).toEqual([])
    await waitFor(() => expect(save()).toHaveFocus())
    await user.type(field('Name'), '!')
    expect(await screen.findByText(/^Unsaved:/)).toHaveTextContent('Unsaved: Name')
    await user.click(save())
    await screen.findByText('Saved')
    expect(platform.writes()).toMatchObject([{ ifMatch: 1, body: { name: `${name}!` } }])
  })

  test('Back after a save leads to the page before', async () => {
    const { user, router, address } = await openStore('')
    await user.click(bar().getByRole('link', { name: 'General' }))
    await user.type(await screen.findByLabelText('Name'), '!')
    await user.click(save())
    await screen.findByText('Saved')
    await act(() => router.navigate(-1))
    await waitFor(() => expect(address()).toBe('/stores/5'))
  })

  test('after Ctrl+S the typing goes on in the same field', async () => {
    const { user, platform } = await openStore('general')
    await user.type(field(/^Notes/), 'One')
    await user.keyboard('{Control>}s{/Control} two')
    await screen.findByText('Saved')
    expect(platform.store()).toMatchObject({ version: 2, notes: 'One' })
    expect(field(/^Notes/)).toHaveFocus()
    await user.keyboard(' three')
    expect(field(/^Notes/)).toHaveValue('One two three')
    await user.click(save())
    await waitFor(() => expect(platform.store()['notes']).toBe('One two three'))
    expect(platform.writes().map(({ ifMatch }) => ifMatch)).toEqual([1, 2])
  })

  test('a second save goes on from the first', async () => {
    const { user, platform } = await openStore('general')
    await user.type(field('Name'), ' 1')
    await user.click(save())
    await waitFor(() => expect(platform.store().version).toBe(2))
    await screen.findByRole('heading', { name: 'Acme Rewards 1', level: 1 })
    await user.type(field('Name'), '2')
    await user.click(save())
    await waitFor(() => expect(platform.store()['name']).toBe('Acme Rewards 12'))
    expect(platform.writes().map(({ ifMatch }) => ifMatch)).toEqual([1, 2])
  })

  test('what is refused stays as it was typed', async () => {
    const { user, platform } = await openStore('general')
    platform.replies.set(
      'PATCH /stores/5',
      refusal(422, 'invalid', { fields: { code: 'Code is already used' } }),
    )
    await user.clear(field('Code'))
    await user.type(field('Code'), 'taken')
    await user.click(save())
    await waitFor(() => expect(field('Code')).toBeInvalid())
    expect(field('Code')).toHaveValue('taken')
  })

  test('where someone else saved the same field, yours stands beside theirs', async () => {
    const { user, platform } = await openStore('general')
    await user.clear(field('Name'))
    await user.type(field('Name'), 'Mine')
    await platform.api.send({
      method: 'PATCH',
      path: '/stores/5',
      body: { name: 'Theirs' },
      ifMatch: 1,
    })
    await user.click(save())
    expect((await screen.findByText('Your name')).nextSibling).toHaveTextContent('Mine')
    await user.click(screen.getByRole('button', { name: 'Use theirs for name' }))
    expect(field('Name')).toHaveValue('Theirs')
  })

  test('a draft that is on offer is gone once something else was saved', async () => {
    const before = await openStore('general')
    await before.user.type(field('Name'), ' one')
    act(() => before.actors.session.send({ type: 'session.expired' }))
    cleanup()
    const { user } = await openStore('general')
    expect(await screen.findByRole('button', { name: 'Restore' })).toBeVisible()
    await user.type(field('Name'), ' two')
    await user.click(save())
    await screen.findByText('Saved')
    await waitFor(() =>
      expect(screen.queryByRole('button', { name: 'Restore' })).not.toBeInTheDocument(),
    )
    expect(Object.keys(sessionStorage).filter((name) => name.startsWith('draft.'))).toEqual([])
  })

  test('and still on offer where that was refused', async () => {
    const before = await openStore('general')
    await before.user.type(field('Name'), ' one')
    act(() => before.actors.session.send({ type: 'session.expired' }))
    cleanup()
    const platform = storePlatform()
    platform.replies.set('PATCH /stores/5', { status: 503 })
    const { user } = await openStore('general', platform)
    await user.type(field('Name'), ' two')
    await user.click(save())
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Restore' })).toBeVisible()
  })

  test('work that was not saved is not left by a click on another tab', async () => {
    const { user, address } = await openStore('general')
    await user.type(field('Name'), 'x')
    await user.click(bar().getByRole('link', { name: 'Brand' }))
    expect(screen.getByRole('dialog', { name: /^Leave without saving/ })).toBeVisible()
    expect(address()).toBe('/stores/5?tab=general')
  })

  test('a form cannot ask for what stands on another tab', async () => {
    const { router, platform } = await openStore('general')
    const formData = new FormData()
    formData.set('intent', 'delete')
    formData.set('code', 'acme')
    await router.navigate('/stores/5?tab=general', { formMethod: 'post', formData })
    expect(platform.writes()).toEqual([])
  })
})

describe('settings that the platform supplies', () => {
  test('say whether they are inherited or overridden', async () => {
    await openStore('locale')
    expect(field(/^Default locale/)).toHaveAccessibleDescription('Inherited')
    expect(field(/^Time zone/)).toHaveAccessibleDescription(/^Overrides the platform default: UTC/)
    expect(screen.getAllByRole('button', { name: /^Reset/ })).toHaveLength(1)
  })

  test('can be reset', async () => {
    const { user, platform } = await openStore('locale')
    await user.click(screen.getByRole('button', { name: 'Reset to platform default: Time zone' }))
    await screen.findByText('Reset to the platform default')
    expect(platform.writes()).toMatchObject([{ ifMatch: 1, body: { timeZone: null } }])
    expect(screen.queryByRole('button', { name: /^Reset/ })).toBeNull()
    expect(field(/^Time zone/)).toHaveValue('')
  })

  test('are reset beside work that is not saved, which stays', async () => {
    const { user, platform } = await openStore('locale')
    await user.selectOptions(field(/^Country/), 'DE')
    await user.click(screen.getByRole('button', { name: 'Reset to platform default: Time zone' }))
    await screen.findByText('Reset to the platform default')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(field(/^Time zone/)).toHaveValue('')
    expect(field(/^Country/)).toHaveValue('DE')
    await user.click(save())
    await waitFor(() => expect(platform.store()).toMatchObject({ timeZone: null, country: 'DE' }))
    expect(platform.writes().map(({ ifMatch }) => ifMatch)).toEqual([1, 2])
  })

  test('a reset merges with what others changed elsewhere', async () => {
    const { user, platform } = await openStore('locale')
    const theirs = { method: 'PATCH', path: '/stores/5', ifMatch: 1 } as const
    await platform.api.send({ ...theirs, body: { country: 'DE' } })
    await user.click(screen.getByRole('button', { name: /^Reset .*: Time zone$/ }))
    await waitFor(() => expect(platform.store()).toMatchObject({ timeZone: null, country: 'DE' }))
  })

  test('a reset of what someone else just changed is asked for again', async () => {
    const { user, platform } = await openStore('locale')
    const theirs = { method: 'PATCH', path: '/stores/5', ifMatch: 1 } as const
    await platform.api.send({ ...theirs, body: { timeZone: 'Europe/Paris' } })
    await user.click(screen.getByRole('button', { name: /^Reset .*: Time zone$/ }))
    expect(await screen.findByRole('alert')).toHaveTextContent(/^other@example.com changed this/)
    expect(platform.store()['timeZone']).toBe('Europe/Paris')
    await user.click(screen.getByRole('button', { name: /^Reset .*: Time zone$/ }))
    await waitFor(() => expect(platform.store()['timeZone']).toBeNull())
  })

  test('a platform that does not tell its defaults leaves the forms as they are', async () => {
    const platform = storePlatform()
    platform.replies.delete('GET /storeDefaults/1')
    await openStore('locale', platform)
    expect(screen.queryByText(/platform default/)).toBeNull()
    expect(field(/^Time zone/)).toHaveValue('Europe/London')
  })
})

describe('brand', () => {
  test('says whether the text can be read on its colour, while it is typed', async () => {
    const { user } = await openStore('brand', storePlatform({ primaryColour: '#ffffff' }))
    expect(screen.getByText('Contrast 1.00:1, hard to read. Use at least 4.5:1.')).toBeVisible()
    await user.clear(field(/^Primary color/))
    await user.type(field(/^Primary color/), '#000000')
    expect(screen.getByText('Contrast 21.00:1, easy to read.')).toBeVisible()
  })

  test('an empty colour counts as the one it inherits', async () => {
    await openStore('brand')
    expect(screen.getByText(/^Contrast 7\.90:1, easy/)).toBeVisible()
  })

  test('what is no colour is not measured', async () => {
    const { user } = await openStore('brand')
    await user.type(field(/^Primary color/), 'red')
    expect(screen.getByText(/^Enter two colors like/)).toBeVisible()
  })
})

describe('domains', () => {
  const records = [
    { type: 'CNAME', name: 'shop.acme.example', value: 'stores.example.com' },
    { type: 'TXT', name: '_store.shop.acme.example', value: 'proof=1' },
  ]
  const problem = "The custom domain isn't verified yet."
  function platformWithDomain() {
    const platform = storePlatform({ domain: 'shop.acme.example' })
    platform.replies.set('GET /stores/5/domain', {
      status: 200,
      body: { domain: 'shop.acme.example', verifiedAt: null, problem, records },
    })
    return platform
  }

  test('without an own domain there are no records', async () => {
    await openStore('domains')
    expect(region('DNS records').getByText(/^No custom domain yet\./)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Verify domain' })).toBeNull()
  })

  test('the subdomain shows the whole address that it makes, where the platform says below what', async () => {
    const platform = storePlatform()
    await openStore('domains', platform)
    const box = () => screen.getByLabelText('Subdomain').parentElement
    expect(box()).toHaveTextContent('')
    cleanup()
    platform.replies.set('GET /stores/host', { status: 200, body: { host: 'shops.example' } })
    await openStore('domains', platform)
    expect(box()).toHaveTextContent('.shops.example')
  })

  test('says of the domain what its readiness says', async () => {
    await openStore('domains', platformWithDomain())
    expect(region('DNS records').getByText(problem)).toBeVisible()
  })

  test('DNS that does not answer takes nothing back, and nothing is called right', async () => {
    const platform = platformWithDomain()
    const seen = records.map((record) => ({
      ...record,
      found: false,
      seen: [],
      problem: 'No answer.',
    }))
    platform.replies.set('POST /stores/5/domain/verification', {
      status: 200,
      body: { verifiedAt: stamp.updatedAt, problem: null, records: seen },
    })
    const { user } = await openStore('domains', platform)
    await user.click(screen.getByRole('button', { name: 'Verify domain' }))
    expect(await screen.findByText(/^We couldn't check all records in DNS/)).toBeVisible()
    expect(screen.getByText(whole('Verified on 03/09/2025 04:05 PM.'))).toBeVisible()
  })

  test('the records can be copied', async () => {
    const { user } = await openStore('domains', platformWithDomain())
    await user.click(screen.getByRole('button', { name: 'Copy TXT Value' }))
    expect(await navigator.clipboard.readText()).toBe('proof=1')
  })

  test('verifying says of each record how DNS has it', async () => {
    const platform = platformWithDomain()
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
    const [cname, txt] = region('DNS records').getAllByRole('listitem')
    expect(cname).toHaveTextContent('The record is valid.')
    expect(txt).toHaveTextContent('Another value.')
    expect(txt).toHaveTextContent('Found in DNS: proof=2')
  })
})

describe('members and groups', () => {
  const member = { ...stamp, email: 'm@example.com', storeId: 5, active: true }

  test('are lists of this store alone, which are searched, sorted and paged within it', async () => {
    const platform = storePlatform()
    platform.replies.set('GET /members', {
      status: 200,
      body: {
        data: [{ ...member, id: 1, name: 'Mia', groupId: 2, labels: { groupId: 'Staff' } }],
        page: { ...noPage, next: 'abc', total: 30 },
      },
    })
    const { user, address } = await openStore('members', platform)
    expect(listOf('Members').getByRole('row', { name: /Mia/ })).toHaveTextContent('Staff')
    const heads = listOf('Members').getAllByRole('columnheader')
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
    const asked = () => platform.requests.findLast(({ path }) => path === '/members')?.search
    expect(Object.fromEntries(asked() ?? [])).toEqual({
      'filter[storeId][eq]': '5',
      search: 'mia',
      after: 'abc',
    })
    await user.click(listOf('Members').getByRole('link', { name: 'Email' }))
    await waitFor(() => expect(address()).toBe('/stores/5?tab=members&search=mia&sort=email'))
    expect(asked()?.get('filter[storeId][eq]')).toBe('5')
  })

  test('the groups of a store that has none say what groups are for', async () => {
    const { platform } = await openStore('groups')
    expect(listOf('Groups').getByText('No member groups yet')).toBeVisible()
    const [groups] = platform.requests.filter(({ path }) => path === '/memberGroups')
    expect(String(groups?.search)).toBe(String(new URLSearchParams('filter[storeId][eq]=5')))
  })

  test('a group of a store has the menu that it has among all groups, and its panels open here', async () => {
    const platform = storePlatform()
    const group = { ...stamp, id: 2, name: 'Night', storeId: 5, type: 'manual', members: 1 }
    const data = [{ ...group, labels: { storeId: 'Acme Rewards' } }]
    platform.replies.set('GET /memberGroups', { status: 200, body: { data, page: noPage } })
    platform.replies.set('GET /memberGroups/2', { status: 200, body: data[0] })
    const preview = { count: 0, sample: [], joining: 0, leaving: 0 }
    platform.replies.set('GET /memberGroups/2/preview', { status: 200, body: preview })
    const { user, address } = await openStore('groups', platform)
    const row = within(listOf('Groups').getByRole('row', { name: /Night/ }))
    await user.click(row.getByLabelText('More actions for Night'))
    for (const name of ['Duplicate to stores...', 'Delete...'])
      expect(row.getByRole('link', { name })).toBeVisible()
    await user.click(row.getByRole('link', { name: 'Members' }))
    await waitFor(() => expect(address()).toBe('/stores/5?tab=groups&members=2'))
    expect(
      await screen.findByRole('dialog', { name: 'Members of Night (Acme Rewards)' }),
    ).toBeVisible()
  })

  test('a cursor that the platform no longer takes starts the list anew', async () => {
    const platform = storePlatform()
    platform.replies.set('GET /members', ({ search }) =>
      search?.has('after')
        ? refusal(400, 'bad_request')
        : { status: 200, body: { data: [{ ...member, id: 1, name: 'Mia' }], page: noPage } },
    )
    const { address } = await openStore('members', platform, '&after=old')
    expect(listOf('Members').getByText('Mia')).toBeVisible()
    expect(address()).toBe('/stores/5?tab=members&after=old')
    expect(screen.getByRole('alert')).toHaveTextContent(/Here's the first page/)
  })

  test('members that may not be read leave the store standing', async () => {
    const platform = storePlatform()
    platform.replies.set('GET /members', refusal(403, 'forbidden', { permission: 'dashboardRead' }))
    await openStore('members', platform)
    expect(region('Members').getByText(/You need dashboardRead/)).toBeVisible()
  })

  test('a form that the list does not offer is refused, and nothing is written', async () => {
    const platform = storePlatform()
    const { router } = await openStore('members', platform)
    const formData = new FormData()
    formData.set('intent', 'create')
    await act(() => router.navigate('/stores/5?tab=members', { formMethod: 'post', formData }))
    expect(screen.getByRole('alert')).toBeVisible()
    expect(platform.writes()).toEqual([])
  })
})

describe('credits', () => {
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
  function platformWithCredits(units: object[] = [sums], entries: object[] = [entry], page = {}) {
    const platform = storePlatform()
    platform.replies.set('GET /stores/5/credits', {
      status: 200,
      body: { range: noFigures.range, units },
    })
    platform.replies.set('GET /creditEntries', {
      status: 200,
      body: { data: entries, page: { ...noPage, total: entries.length, ...page } },
    })
    return platform
  }
  const row = (name: RegExp) => screen.getByRole('row', { name })
  const figures = (label: string) =>
    screen.getAllByText(label, { selector: 'dt' }).map((term) => term.parentElement?.textContent)

  test('say what members hold, what becomes of it, and each entry of the ledger', async () => {
    await openStore('credits', platformWithCredits())
    expect(figures('Outstanding')).toEqual(['Outstanding12,340Points'])
    expect(figures('Expiring within 30 days')).toEqual(['Expiring within 30 days70Points'])
    expect(figures('Redeemed in the last 30 days')).toEqual([
      'Redeemed in the last 30 days200Points',
    ])
    expect(row(/03\/09\/2025 .*/)).toHaveTextContent(
      '03/09/2025 04:05 PMMiaRedeemed-250 points1,750 pointsSpent in an order',
    )
    const heads = region('Ledger').getAllByRole('columnheader')
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      '',
      'Time',
      'Member',
      'Type',
      'Amount',
      'Balance',
      'Reason',
    ])
    expect(region('Ledger').getByRole('link', { name: 'Open full ledger' })).toHaveAttribute(
      'href',
      '/credits?filter[storeId][eq]=5',
    )
  })

  test('in several units stand beside each other, never summed across', async () => {
    const euros = { ...sums, unit: 'EUR', outstanding: 2050 }
    const issued = { ...entry, id: 8, type: 'issue', amount: 2050, unit: 'EUR', balance: 2050 }
    await openStore('credits', platformWithCredits([euros, sums], [entry, issued]))
    expect(figures('Outstanding')).toEqual(['Outstanding20.50EUR', 'Outstanding12,340Points'])
    expect(row(/PM Mia Issue/)).toHaveTextContent('Issued20.50 EUR20.50 EURSpent in an order')
  })

  test('the ledger is searched and filtered as every list, within the store', async () => {
    const { user, platform, address } = await openStore('credits', platformWithCredits())
    await openFilter(user, 'Type')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Redeemed')
    await user.type(screen.getByRole('searchbox'), 'order{Enter}')
    const query = 'search=order&filter[type][eq]=redeem'
    const ofStore = 'filter[storeId][eq]=5'
    await waitFor(() => expect(address()).toBe(`/stores/5?tab=credits&${query}`))
    const asked = platform.requests.findLast(({ path }) => path === '/creditEntries')
    expect(String(asked?.search)).toBe(String(new URLSearchParams(`${query}&${ofStore}`)))
  })

  test('the ledger goes on page by page', async () => {
    const { user, platform } = await openStore(
      'credits',
      platformWithCredits([sums], [entry], { next: 'x' }),
    )
    await user.click(screen.getByRole('link', { name: 'Next' }))
    await waitFor(() => {
      const asked = platform.requests.filter(({ path }) => path === '/creditEntries')
      expect(asked.map(({ search }) => search?.get('after'))).toEqual([null, 'x'])
    })
  })

  test.each([
    ['retail', "This store doesn't use credits"],
    ['gift', "This store doesn't use credits"],
    ['points', 'No credits yet'],
  ])('a store of type %s without any says "%s"', async (type, title) => {
    await openStore('credits', storePlatform({ type }))
    expect(screen.getByRole('heading', { name: title })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Ledger' })).toBeNull()
  })

  test('a platform without these calls leaves the page standing', async () => {
    const platform = storePlatform()
    platform.replies.set('GET /stores/5/credits', { status: 404 })
    platform.replies.set('GET /creditEntries', refusal(502, 'unreachable'))
    await openStore('credits', platform)
    expect(
      region("This store's credits").getByText("This platform doesn't support store credits."),
    ).toBeVisible()
    expect(region('Ledger').getByText(/^The platform isn't responding/)).toBeVisible()
  })
})

describe('integrations', () => {
  test('say by which mail setting a store sends that names none', async () => {
    const platform = storePlatform()
    const usual = { id: 2, version: 1, name: 'Relay of the platform' }
    platform.replies.set('GET /smtpSettings', { status: 200, body: { data: [usual] } })
    await openStore('integrations', platform)
    expect(screen.getByText(/Inherited.*Relay of the platform/)).toBeVisible()
    const asked = platform.requests.find(({ path }) => path === '/smtpSettings')
    expect(asked?.search?.get('filter[scope][eq]')).toBe('platform')
  })

  test('say how each does, when it was tested, and lead to where it is set up', async () => {
    const platform = storePlatform()
    const tested = { message: null, checkedAt: '2025-03-09T16:05:00Z' }
    const kinds = { mail: 'active', signOn: 'not_configured', gift: 'draft', print: 'disabled' }
    platform.replies.set('GET /stores/5/integrations', {
      status: 200,
      body: {
        data: [
          ...Object.entries(kinds).map(([kind, state]) => ({ ...tested, kind, state })),
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
    // As the list of all stores says it.
    expect(region('Integrations').getByText('Payment failing, 1 active, 1 missing')).toBeVisible()
    const shown = region('Integrations').getAllByRole('listitem')
    expect(shown.map(({ textContent }) => textContent)).toEqual([
      'EmailActiveLast test: 03/09/2025 04:05 PMOpen setup',
      'SSONot configuredOptional for this store.Last test: 03/09/2025 04:05 PMSet up',
      'PaymentDegradedOne in five fails.Not tested yetFix',
      "Gift cardsDraftThe store isn't ready until this integration is active.Last test: 03/09/2025 04:05 PMFinish setup",
      'Print on demandDisabledLast test: 03/09/2025 04:05 PMOpen setup',
      "Mobile SSONot configuredLets members sign in to this store's mobile app.Set up",
    ])
    const links = region('Integrations').getAllByRole('link')
    expect(
      links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]),
    ).toEqual([
      ['Open setup: Email', '/smtpSettings'],
      ['Set up: SSO', '/stores/5/adminSso/setup?of=5&fix=signOn'],
      [
        'Fix: Payment',
        '/payment-setup/7/details?field=testSecretKey&of=5&fix=payment#field-testSecretKey',
      ],
      ['Finish setup: Gift cards', '/giftCardSetup?environment=live&of=5&fix=gift'],
      ['Open setup: Print on demand', '/printfulSetup?of=5&fix=print'],
      ['Set up: Mobile SSO', '/stores/5/member/mobile-sso/setup'],
    ])
  })

  test('a kind that the store lacks first offers the setups that exist, then a new one', async () => {
    const platform = storePlatform({ paymentState: 'not_configured' })
    const offer = { kind: 'payment', id: 7, name: 'Stripe main account', state: 'active' }
    const offers = [
      { ...offer, mode: 'live' },
      { ...offer, id: 8, name: 'Stripe trial', state: 'verified', mode: 'test' },
    ]
    platform.replies.set('GET /stores/5/setups', { status: 200, body: { data: offers } })
    platform.replies.set('POST /stores/5/setups', { status: 200, body: storeRecord() })
    const { user } = await openStore('integrations', platform)
    const offered = within(
      await screen.findByRole('list', { name: 'Existing setups for Payment' }),
    ).getAllByRole('listitem')
    expect(offered.map(({ textContent }) => textContent)).toEqual([
      'Use Stripe main accountActive',
      'Use Stripe trialVerified, test mode',
    ])
    expect(screen.getByRole('link', { name: 'New setup: Payment' })).toHaveAttribute(
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
  ])('the first admin of a store that is %s is invited now, or later', async (status, planned) => {
    const platform = storePlatform({
      status,
      adminName: 'Ann Lee',
      adminEmail: 'ann@acme.example',
    })
    const account = { id: 3, email: 'ann@acme.example', status: 'planned' }
    platform.replies.set('GET /stores/5/admin', { status: 200, body: { account } })
    const invited = { account: { ...account, status: 'invited' } }
    platform.replies.set('POST /stores/5/admin/invitation', { status: 200, body: invited })
    const { user } = await openStore('access', platform)
    const admin = region('First admin account')
    expect(admin.getByText('Invitation not sent yet')).toBeVisible()
    expect(admin.getByText(planned)).toBeVisible()
    await user.click(admin.getByRole('button', { name: 'Send invitation' }))
    await waitFor(() => expect(platform.writes()).toHaveLength(1))
    expect(platform.writes()[0]).toMatchObject({ path: '/stores/5/admin/invitation' })
  })

  test('a platform that keeps no tests shows the states of the store anyway', async () => {
    const platform = storePlatform()
    platform.replies.set('GET /stores/5/integrations', { status: 404 })
    await openStore('integrations', platform)
    const part = region('Integrations')
    expect(part.getByText("This platform doesn't support integration tests.")).toBeVisible()
    expect(part.getAllByRole('listitem')[2]).toHaveTextContent('PaymentDegradedFix')
    expect(part.queryByText(/test(ed)? /)).toBeNull()
  })
})

describe('logs', () => {
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
  function platformWithLogs(page: object = noPage) {
    const platform = storePlatform()
    platform.replies.set('GET /logEntries', {
      status: 200,
      body: { data: [entry], page: { ...noPage, ...page } },
    })
    platform.replies.set('GET /logEntries/9', { status: 200, body: entry })
    return platform
  }

  const rowOf = async (text: RegExp) =>
    within(await screen.findByRole('region', { name: 'log entries' })).findByRole('row', {
      name: text,
    })
  const opened = async () => within(await screen.findByRole('dialog'))

  test('a row opens what changed', async () => {
    const { user, address } = await openStore('logs', platformWithLogs())
    const row = await rowOf(/Changed store/)
    expect(row).toHaveTextContent(
      '03/09/2025 04:05 PMChanged storeTime zone set to Europe/Londonann@example.comWarning',
    )
    await user.click(row)
    await waitFor(() => expect(address()).toBe('/stores/5?tab=logs&entry=9'))
    const panel = await opened()
    expect(panel.getByRole('row', { name: /^Time zone/ })).toHaveTextContent(
      'Time zoneemptyEurope/London',
    )
    expect(panel.getByText('192.0.2.7')).toBeVisible()
  })

  test('an entry of a move names those who are still there, whom the log knows by number alone', async () => {
    const platform = platformWithLogs()
    const moved = ['#7 from Day', '#8 from no group', '3 more']
    const changes = { members: { after: 5 }, moved: { after: moved } }
    const of = { targetType: 'memberGroups', targetId: 2, label: 'Night' }
    const body = { ...entry, ...of, event: 'memberGroups.membersAdded', changes }
    platform.replies.set('GET /logEntries/9', { status: 200, body })
    platform.replies.set('GET /memberNames', ({ search }) => {
      expect(search?.getAll('id')).toEqual(['7', '8'])
      return { status: 200, body: { data: [{ id: 7, name: 'Mia' }] } }
    })
    await openStore('logs', platform, '&entry=9')
    const panel = await opened()
    expect(panel.getByRole('heading', { name: '5 members moved' })).toBeVisible()
    expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '#7 Mia from Day',
      '#8 from no group',
      '3 more, not listed in the log',
    ])
    const address = '/stores/5?tab=members&record=7'
    expect(panel.getByRole('link', { name: '#7 Mia' })).toHaveAttribute('href', address)
    expect(panel.queryByRole('row')).toBeNull()
  })

  test('what is more of one request than its detail shows is led to', async () => {
    const platform = platformWithLogs({ next: 'x', total: 1234 })
    const { user } = await openStore('logs', platform)
    await user.click(await rowOf(/Changed store/))
    const panel = await opened()
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
  function platformWithFailure(more: object = {}) {
    const platform = storePlatform()
    const data = [{ ...failure, ...more }]
    platform.replies.set('GET /logEntries', ({ search }) => {
      const total = search?.has('grouped') ? 1 : data[0]?.count
      return { status: 200, body: { data, page: { ...noPage, total } } }
    })
    platform.replies.set('GET /logEntries/9', { status: 200, body: data[0] })
    return platform
  }

  test('equal failures are one row, which says how many; it leads to the page where each is one, as the whole does, with what is filtered', async () => {
    const failed = '&filter[severity][eq]=error'
    const { user, platform, address } = await openStore('logs', platformWithFailure(), failed)
    expect(await rowOf(/Payment provider rejected/)).toHaveTextContent('36 timesplatform')
    const all = screen.getByText(/^Repeated failures are grouped: 1 row for 36 entries\./)
    expect(within(all).getByRole('link', { name: 'Show each entry' })).toHaveAttribute(
      'href',
      '/stores/5/logs?filter[severity][eq]=error',
    )
    await user.click(screen.getByRole('link', { name: '36 times. Show each entry' }))
    const eachOf = 'filter[severity][eq]=error&filter[fault][eq]'
    await waitFor(() => expect(address()).toBe(`/stores/5/logs?${eachOf}=${fault}`))
    const asked = platform.requests.findLast(({ path }) => path === '/logEntries')?.search
    expect([asked?.get('filter[fault][eq]'), asked?.has('grouped')]).toEqual([fault, false])
    expect(await screen.findByText(/^All entries for this failure/)).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Back to all logs' }))
    await waitFor(() => expect(address()).toBe('/stores/5/logs'))
  })

  test('a failure tells its cause; one alone is not counted', async () => {
    const { user } = await openStore('logs', platformWithFailure({ count: 1 }))
    expect(screen.queryByText(/times$/)).toBeNull()
    await user.click(await rowOf(/Payment provider rejected/))
    expect((await opened()).getByText('HTTP 403, 901: Invalid Merchant Account')).toBeVisible()
  })

  test('tell of a copy in words', async () => {
    const changes = { into: { after: 'acme-2' }, sections: { after: ['locale', 'groups'] } }
    const platform = platformWithFailure({ event: 'stores.duplicated', changes, count: 1 })
    const { user } = await openStore('logs', platform)
    await user.click(await rowOf(/Duplicated store/))
    const panel = await opened()
    expect(panel.getByRole('row', { name: /^New store/ })).toHaveTextContent('emptyacme-2')
    expect(panel.getByRole('row', { name: /^Sections copied/ })).toHaveTextContent(
      'Locale and currency, Member groups',
    )
  })

  test('are filtered by the address', async () => {
    const { user, address, platform } = await openStore('logs', platformWithLogs())
    const asked = () => platform.requests.findLast(({ path }) => path === '/logEntries')?.search
    await user.click(screen.getByRole('link', { name: 'Last 24 hours' }))
    await waitFor(() => expect(address()).toContain('filter[time][gte]='))
    await waitFor(() => {
      const from = asked()?.get('filter[time][gte]') ?? ''
      const hours = (Date.now() - Date.parse(from)) / 3_600_000
      expect(hours).toBeGreaterThanOrEqual(24)
      expect(hours).toBeLessThan(24.1)
    })
    // Another view is another form: what is typed before it stands is typed into the old one. The menu of times tells that one.
    expect(await screen.findByLabelText('Time: 24 hours')).toBeVisible()
    expect(screen.queryByRole('list', { name: 'Filters' })).toBeNull()
    await openFilter(user, 'Severity')
    await user.selectOptions(field('Severity'), 'warning')
    await user.type(screen.getByRole('searchbox'), 'ann{Enter}')
    await waitFor(() =>
      expect(address()).toMatch(/tab=logs&search=ann&filter\[severity\]\[eq\]=warning&filter/),
    )
    expect(asked()?.get('filter[severity][eq]')).toBe('warning')
    expect(asked()?.get('grouped')).toBe('1')
    expect(asked()?.get('filter[time][gte]'), 'a day').toMatch(/^\d{4}-\d\d-\d\d/)
  })

  test('other times than the last day replace it, and keep all else', async () => {
    const { user, address } = await openStore('logs', platformWithLogs(), '&search=ann')
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

  test('since another time has a chip, as any filter', async () => {
    await openStore('logs', platformWithLogs(), '&filter[time][gte]=2025-03-09T15:05:00.000Z')
    expect(screen.getByLabelText('Time: Any time')).toBeVisible()
    expect(screen.getByRole('list', { name: 'Filters' })).toHaveTextContent('Time')
  })

  test('the store itself is no target worth a name in its own log', async () => {
    const platform = platformWithLogs()
    const entries = [{ event: 'stores.updated' }, { event: 'x', targetType: 'sizes', targetId: 7 }]
    platform.replies.set('GET /logEntries', {
      status: 200,
      body: {
        data: entries.map((more, at) => ({
          ...entry,
          id: at + 1,
          ...more,
        })),
        page: noPage,
      },
    })
    await openStore('logs', platform)
    const shown = (row: HTMLElement) => within(row).queryByText('Acme Rewards') !== null
    const [, ...rows] = within(screen.getByRole('region', { name: 'log entries' })).getAllByRole(
      'row',
    )
    expect(rows.map(shown)).toEqual([false, true])
  })

  test('the next page goes on with the time that the first began with', async () => {
    const from = '2025-03-09T15:05:00.000Z'
    const { user, platform } = await openStore(
      'logs',
      platformWithLogs({ next: 'x' }),
      `&filter[time][gte]=${from}`,
    )
    const asked = () =>
      platform.requests.filter(
        ({ path, search }) => path === '/logEntries' && search?.has('grouped'),
      )
    await user.click(screen.getByRole('link', { name: 'Next' }))
    await waitFor(() => expect(asked()).toHaveLength(2))
    expect(asked()[1]?.search?.get('after')).toBe('x')
    for (const { search } of asked()) expect(search?.get('filter[time][gte]')).toBe(from)
  })

  test('nothing found offers to clear the filters', async () => {
    await openStore('logs', storePlatform(), '&filter[severity][eq]=error')
    expect(screen.getByRole('link', { name: 'Clear filters' })).toHaveAttribute(
      'href',
      '/stores/5?tab=logs',
    )
  })
})

describe('danger zone', () => {
  test('leads to the panel of each change of status', async () => {
    const { user, address } = await openStore('danger')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(region('Suspend').getByRole('link'))
    expect(await screen.findByRole('dialog')).toHaveAccessibleName('Suspend Acme Rewards')
    expect(address()).toBe('/stores/5?tab=danger&change=suspend')
  })

  test('deleting shows what depends on the store, and takes its code', async () => {
    const platform = storePlatform()
    platform.replies.set('GET /stores/5/uses', {
      status: 200,
      body: { data: [{ kind: 'member', count: 3, examples: ['Mia'] }] },
    })
    const { user } = await openStore('danger', platform)
    const section = region('Delete store')
    expect(section.getByText('3 members: Mia ...')).toBeVisible()
    expect(section.getByText(/after 30 days/)).toBeVisible()
    platform.replies.set(
      'POST /stores/5/deletion',
      refusal(422, 'invalid', { fields: { code: "Enter this store's code: acme" } }),
    )
    await user.type(section.getByLabelText('Enter the code "acme" to confirm'), 'acme')
    await user.click(section.getByRole('button', { name: 'Delete store' }))
    const code = section.getByLabelText('Enter the code "acme" to confirm')
    await waitFor(() => expect(code).toBeInvalid())
    expect(code).toHaveValue('acme')
    expect(platform.writes()[0]).toMatchObject({ ifMatch: 1, body: { code: 'acme' } })
  })

  test('deleting is held back, and says why, until its code is what was typed', async () => {
    const platform = storePlatform()
    const { user } = await openStore('danger', platform)
    const section = region('Delete store')
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

  test('a deletion that was planned is taken back by Undo', async () => {
    const platform = storePlatform()
    const { user } = await openStore('danger', platform)
    const section = region('Delete store')
    const held = storeRecord({
      status: 'archived',
      deleteAfter: '2025-04-08T16:05:00Z',
      version: 2,
    })
    platform.replies.set('POST /stores/5/deletion', { status: 200, body: held })
    platform.replies.set('DELETE /stores/5/deletion', { status: 200, body: storeRecord() })
    await user.type(section.getByLabelText('Enter the code "acme" to confirm'), 'acme')
    await user.click(section.getByRole('button', { name: 'Delete store' }))
    await user.click(await screen.findByRole('button', { name: 'Undo the change to Acme Rewards' }))
    await screen.findByText(/^Undid the change to/)
    expect(platform.writes().at(-1)).toMatchObject({ method: 'DELETE', ifMatch: 2 })
  })

  test('a store that is about to be deleted says when on every tab, and can be restored', async () => {
    const held = storePlatform({ status: 'archived', deleteAfter: '2025-04-08T16:05:00Z' })
    const { user } = await openStore('general', held)
    expect(screen.queryByRole('link', { name: 'Activate...', hidden: true })).toBeNull()
    expect(
      screen.getByText(
        whole('This store will be deleted on 04/08/2025 04:05 PM. To change it, restore it first.'),
      ),
    ).toBeVisible()
    expect(field('Name')).toBeDisabled()
    expect(field('Name')).toHaveValue('Acme Rewards')
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Restore store' }))
    await screen.findByText('Restored')
    expect(held.writes()).toMatchObject([
      { method: 'DELETE', path: '/stores/5/deletion', ifMatch: 1 },
    ])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore store' })).toBeNull())
    expect(field('Name')).toBeEnabled()
  })
})

describe('a store that is about to be deleted', () => {
  const heldUntil = { status: 'archived', deleteAfter: '2025-04-08T16:05:00Z' }

  test.each(['general', 'domains', 'locale', 'brand', 'access'])(
    'can be read on the tab %s, and nothing there offers to change it',
    async (tab) => {
      const domain = 'shop.acme.example'
      const platform = storePlatform({ ...heldUntil, domain })
      platform.replies.set('GET /stores/5/domain', {
        status: 200,
        body: { domain, verifiedAt: null, records: [] },
      })
      await openStore(tab, platform)
      const typed = screen
        .getAllByRole('group')
        .flatMap((group) => [
          ...group.querySelectorAll<HTMLInputElement>('input, select, textarea'),
        ])
      expect(typed.length).toBeGreaterThan(1)
      for (const control of typed) expect(control).toBeDisabled()
      const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent)
      expect(buttons).toContain('Restore store')
      expect(buttons.filter((name) => /Save|Reset|Verify|Discard/.test(name ?? ''))).toEqual([])
    },
  )

  test('says which of its settings are inherited', async () => {
    await openStore('locale', storePlatform(heldUntil))
    expect(field(/^Default locale/)).toHaveAccessibleDescription('Inherited')
  })
})

describe('duplicate', () => {
  test('makes a new store of the chosen sections and goes there', async () => {
    const { user, platform, address } = await openStore('duplicate')
    platform.replies.set('POST /stores/5/duplicate', {
      status: 201,
      body: storeRecord({ id: 6, name: 'Copy' }),
    })
    platform.replies.set('GET /stores/6', {
      status: 200,
      body: storeRecord({ id: 6, name: 'Copy' }),
    })
    expect(field('Name')).toHaveValue('Acme Rewards (copy)')
    await user.clear(field('Name'))
    await user.type(field('Name'), 'Copy')
    expect(field('Code')).toHaveValue('copy')
    await user.type(field('Subdomain'), 'copy')
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

  test('offers member groups to who may write them alone, and asks for no others', async () => {
    const platform = storePlatform()
    const keeper = { permissions: ['storesRead'], facts: { enforcePermissions: true } }
    const { user } = await renderConsole('/stores/5?tab=duplicate', { platform, ...keeper })
    await screen.findByRole('checkbox', { name: /^Brand/ })
    expect(screen.queryByRole('checkbox', { name: /^Member groups/ })).toBeNull()
    platform.replies.set('POST /stores/5/duplicate', { status: 201, body: storeRecord({ id: 6 }) })
    await user.type(field('Code'), 'copy')
    await user.type(field('Subdomain'), 'copy')
    await user.click(screen.getByRole('button', { name: 'Duplicate store' }))
    await waitFor(() => expect(platform.writes()).toHaveLength(1))
    expect(platform.writes()).toMatchObject([
      { body: { sections: ['general', 'locale', 'brand', 'access', 'integrations'] } },
    ])
  })

  test('the name of a copy is none that would be refused', async () => {
    const platform = storePlatform({ name: 'x'.repeat(80) })
    await renderConsole('/stores/5?tab=duplicate', { platform })
    await screen.findByRole('button', { name: 'Duplicate store' })
    expect(field('Name')).toHaveValue(`${'x'.repeat(73)} (copy)`)
  })

  test('what is missing is said, and the sections stay as they were chosen', async () => {
    const { user, platform } = await openStore('duplicate')
    await user.click(screen.getByRole('checkbox', { name: /^Brand/ }))
    await user.click(screen.getByRole('button', { name: 'Duplicate store' }))
    await waitFor(() => expect(field('Subdomain')).toBeInvalid())
    expect(screen.getByRole('checkbox', { name: /^Brand/ })).not.toBeChecked()
    expect(platform.writes()).toEqual([])
  })
})
