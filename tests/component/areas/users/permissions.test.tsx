import { cleanup, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { findRequiredPermissions } from '#shared/areas/users/permissionCatalog.ts'
import { createMemoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const entries = [
  {
    key: 'storesRead',
    allows: 'See and manage stores',
    calls: [
      { method: 'GET', path: '/stores/:id', summary: 'Read one store', right: 'storesRead:read' },
      { method: 'GET', path: '/stores/available', summary: 'Free', right: 'storesRead:write' },
      { method: 'PATCH', path: '/stores/:id', summary: 'Change', right: 'storesRead:write' },
      { method: 'DELETE', path: '/stores/:id', summary: 'Delete', right: 'storesRead:delete' },
    ],
    groups: [
      { id: 3, name: 'Support', rights: ['storesRead:read'] },
      { id: 4, name: 'Owners', rights: ['storesRead:read', 'storesRead:write'] },
    ],
    users: { total: 12, names: ['Ana Costa'] },
    holders: [{ right: 'storesRead:write', total: 1, names: ['Otto Ohm'] }],
    grants: [{ right: 'storesRead:write', names: ['Platform Operator'] }],
  },
  {
    key: 'Sizes',
    allows: 'Manage sizes',
    calls: [],
    groups: [],
    users: { total: 0, names: [] },
    grants: [],
  },
  {
    key: 'users',
    allows: 'Manage users',
    calls: [],
    groups: [],
    users: { total: 1, names: ['Platform Operator'] },
    grants: [],
  },
]
const ana = {
  id: 5,
  ...stamp,
  name: 'Ana Costa',
  email: 'ana@example.com',
  status: 'active',
  kind: 'operator',
}
const accountPermissions = {
  rights: [
    { right: 'storesRead', from: ['Support'] },
    { right: 'storesRead:read', from: ['Support'] },
  ],
  stores: { all: false, from: [], names: ['Acme'] },
}

async function open(search: string, account: object = ana, data: object[] = entries) {
  const platform = createMemoryPlatform()
  platform.replies.set('GET /permissions', { status: 200, body: { data } })
  platform.replies.set('GET /users', { status: 200, body: { data: [account].flat() } })
  platform.replies.set('GET /users/5', { status: 200, body: account })
  platform.replies.set('GET /users/5/rights', { status: 200, body: accountPermissions })
  return renderConsole(`/permissions${search}`, { platform })
}

const getAreaRows = () => screen.getAllByRole('row').slice(1)

test('each area is a row with its key, groups, and users', async () => {
  await open('')
  expect(getAreaRows()).toHaveLength(3)
  const row = 'Stores Key: storesRead See and manage stores Support, Owners 12'
  expect(screen.getByRole('row', { name: row })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Stores' })).toHaveAttribute(
    'href',
    '/permissions?area=storesRead',
  )
})

test("groups and users have no columns for operators who can't see them", async () => {
  await open(
    '',
    ana,
    entries.map((entry) => ({ ...entry, groups: null, users: null })),
  )
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads).toEqual(['Area', 'Covers'])
})

test('the panel of an area lists its pages, calls, groups, and users, and keeps the search', async () => {
  await open('?search=stores&area=storesRead')
  const panel = within(screen.getByRole('dialog', { name: 'Stores' }))
  expect(panel.getByRole('row', { name: 'Create store /stores/create Write' })).toBeVisible()
  expect(panel.getByRole('link', { name: 'Create store' })).toHaveAttribute(
    'href',
    '/stores/create',
  )
  expect(panel.getByRole('row', { name: 'Store details /stores/:storeId Read' })).toBeVisible()
  expect(panel.queryByRole('link', { name: 'Store details' })).not.toBeInTheDocument()
  expect(panel.getByRole('row', { name: 'Delete DELETE /stores/:id Delete' })).toBeVisible()
  expect(panel.getByRole('link', { name: 'Support' })).toHaveAttribute('href', '/userGroups?edit=3')
  expect(panel.getByText('Ana Costa and 11 more')).toBeVisible()
  expect(panel.getByRole('heading', { name: '4 API calls' })).toBeVisible()
  expect(panel.getByRole('link', { name: 'Close panel' })).toHaveAttribute(
    'href',
    '/permissions?search=stores',
  )
})

test("an unknown area says that it doesn't exist", async () => {
  await open('?area=warehouses')
  const panel = within(screen.getByRole('dialog', { name: 'Unknown area' }))
  expect(panel.getByText("There's no area named warehouses.")).toBeVisible()
})

test.each([
  ['/stores/create', 'Stores: write Needed for /stores/create'],
  ['DELETE /stores/7', 'Stores: delete Needed for DELETE /stores/7'],
])('a search for %s finds only the permission it needs', async (search, name) => {
  await open(`?search=${encodeURIComponent(search)}`)
  const headings = screen.getAllByRole('heading', { level: 2 })
  expect(headings).toHaveLength(1)
  expect(headings[0]).toHaveAccessibleName(name)
  expect(screen.queryByRole('table')).not.toBeInTheDocument()
})

test.each(['sizes', 'attributes and', 'manage sizes'])(
  'a search for %s finds the area with this name',
  async (search) => {
    await open(`?search=${search}`)
    expect(getAreaRows()).toHaveLength(1)
    expect(getAreaRows()[0]).toHaveTextContent(/^Attributes and sizes Key: Sizes/)
  },
)

test('a search without results says so', async () => {
  await open('?search=zzz')
  expect(
    screen.getByText(
      "No permission is needed, or we don't recognize what you entered as an area, page, or API call.",
    ),
  ).toBeVisible()
  expect(screen.getByRole('link', { name: 'Show all permissions' })).toBeVisible()
})

test('a page without a permission says so, and a partial call matches nothing', async () => {
  await open('?search=/permissions')
  expect(screen.getByText('Permissions needs no permission.')).toBeVisible()
  cleanup()
  await open('?search=POST+/stores')
  expect(
    screen.getByText(
      "No permission is needed, or we don't recognize what you entered as an area, page, or API call.",
    ),
  ).toBeVisible()
})

test('a search for a call lists who has its permission and links to its area', async () => {
  await open('?search=PATCH+/stores/7')
  const answer = within(screen.getByRole('region', { name: /^Stores: write Needed/ }))
  expect(answer.getByText('PATCH /stores/:id (Change)')).toBeVisible()
  expect(answer.getByRole('link', { name: 'Owners' })).toBeVisible()
  expect(answer.queryByText('Support')).not.toBeInTheDocument()
  expect(answer.getByText('Otto Ohm')).toBeVisible()
  expect(answer.getByText('Platform Operator')).toBeVisible()
  expect(answer.getByRole('link', { name: 'All permissions for Stores' })).toHaveAttribute(
    'href',
    '/permissions?search=PATCH+%2Fstores%2F7&area=storesRead',
  )
})

describe("Checking someone's access", () => {
  const checkAccess = (what: string, account?: object) =>
    open(`?who=ana@example.com&what=${encodeURIComponent(what)}`, account)

  test.each([
    ['?who=ana@example.com&what=', 'Page or API call', 'Enter a page or an API call.'],
    ['?who=&what=/stores', /^Operator/, 'Choose a user.'],
  ])('%s shows an error at the missing field', async (search, label, sentence) => {
    await open(search)
    expect(screen.getByLabelText(label, { selector: 'input' })).toHaveAccessibleDescription(
      sentence,
    )
    expect(screen.getAllByText(/^(?:Choose a user|Enter a page or an API call)\.$/)).toHaveLength(1)
    expect(screen.queryByText(/Ana Costa may/)).not.toBeInTheDocument()
  })

  test('shows no error before the check', async () => {
    const { user } = await open('?search=sizes')
    await user.click(screen.getByRole('link', { name: /^Check access/ }))
    await screen.findByRole('dialog')
    expect(
      screen.queryByText(/^(?:Choose a user|Enter a page or an API call)\.$/),
    ).not.toBeInTheDocument()
    await user.type(screen.getByLabelText(/^Operator/, { selector: 'input' }), 'ana@example.com')
    await user.click(screen.getByRole('button', { name: 'Check access' }))
    expect(await screen.findByText('Enter a page or an API call.')).toBeVisible()
    expect(screen.getByLabelText(/^Operator/, { selector: 'input' })).toHaveValue('Ana Costa')
    expect(screen.getByRole('link', { name: 'Cancel' })).toHaveAttribute(
      'href',
      '/permissions?search=sizes',
    )
  })

  test('finds the operator by typing, like any reference', async () => {
    const { user, address } = await open('?why=')
    await user.click(screen.getByLabelText(/^Operator/, { selector: 'input' }))
    await user.type(screen.getByLabelText(/^Operator/, { selector: 'input' }), 'cos')
    await user.click(await screen.findByRole('option', { name: /Ana Costa/ }))
    await user.type(screen.getByLabelText('Page or API call'), '/stores/create')
    await user.click(screen.getByRole('button', { name: 'Check access' }))
    expect(await screen.findByText(/^Ana Costa doesn't have access/)).toBeVisible()
    expect(new URL(address(), 'http://x').searchParams.get('who')).toBe('5')
  })

  test('an ambiguous name offers a choice', async () => {
    const other = { ...ana, id: 6, email: 'other@example.com' }
    await open('?who.text=Ana+Costa&who=&what=/stores', [ana, other])
    expect(screen.getByLabelText(/^Operator/, { selector: 'input' })).toHaveAccessibleDescription(
      /Ana Costa/,
    )
    expect(screen.queryByText(/^Ana Costa may/)).not.toBeInTheDocument()
  })

  test('names the missing permission, the groups with it, and who can grant it', async () => {
    await checkAccess('/stores/create')
    const answer = screen.getByText(
      /Ana Costa doesn't have access\. The permission "Stores: write" \(storesRead:write\) is missing/,
    )
    expect(answer).toBeVisible()
    expect(screen.getByText('Groups with "Stores: write": Owners.')).toBeVisible()
    expect(
      screen.getByText('These users can grant this permission: Platform Operator.'),
    ).toBeVisible()
    expect(screen.getByRole('link', { name: "Open Ana Costa's account" })).toHaveAttribute(
      'href',
      '/users?edit=5',
    )
    expect(screen.getByRole('link', { name: 'View as...' })).toHaveAttribute(
      'href',
      '/users?viewAs=5',
    )
  })

  test("doesn't mention groups to operators who can't see them", async () => {
    const hiddenGroups = entries.map((entry) => ({ ...entry, groups: null }))
    await open('?who=ana@example.com&what=/stores/create', ana, hiddenGroups)
    expect(screen.getByText(/These users can grant this permission/)).toBeVisible()
    expect(screen.queryByText(/No group has/)).not.toBeInTheDocument()
  })

  test('says if no visible user can grant the permission', async () => {
    await checkAccess('DELETE /stores/7')
    expect(screen.getByText('No group has "Stores: delete" yet.')).toBeVisible()
    expect(
      screen.getByText(/^None of the users you can see can grant this permission/),
    ).toBeVisible()
  })

  test('says which group grants access and to which stores', async () => {
    await checkAccess('GET /stores/7')
    expect(
      screen.getByText(
        /Ana Costa has access through the permission "Stores: read" \(storesRead:read\), which comes from Support/,
      ),
    ).toBeVisible()
    expect(screen.getByText('The account has access only to these stores: Acme.')).toBeVisible()
  })

  test.each([
    [{ ...ana, status: 'suspended' }, /can't sign in\. The account is suspended/],
    [{ ...ana, kind: 'store_admin' }, /is a store admin and can't sign in to this console/],
  ])("says why the account can't sign in: %j", async (account, sentence) => {
    await checkAccess('/stores', account)
    expect(screen.getByText(sentence)).toBeVisible()
  })
})

test('a fixed path takes precedence over one with a parameter', () => {
  const getPermissions = (what: string) =>
    findRequiredPermissions(entries, what).map(({ right }) => right)
  expect(getPermissions('GET /stores/available')).toEqual(['storesRead:write'])
  expect(getPermissions('delete /stores/5')).toEqual(['storesRead:delete'])
  expect(getPermissions('/stores/5')).toEqual(['storesRead:read'])
  expect(getPermissions('nonsense')).toEqual([])
})
