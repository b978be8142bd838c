import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { parsePeople, parsePerson } from '#client/areas/users/invite.ts'
import { formatDevice } from '#shared/format/formatDevice.ts'
import { accountChanges } from '#shared/areas/users/accountStates.ts'
import { createMemoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const ana = {
  id: 5,
  ...stamp,
  firstName: 'Ana',
  lastName: 'Costa',
  name: 'Ana Costa',
  email: 'ana@example.com',
  status: 'active',
  allStores: false,
  storeIds: [1, 2],
  groupIds: [],
}
const invitation = {
  id: 6,
  email: 'new@example.com',
  token: 't0k3n',
  expiresAt: '2030-01-02T03:04:00Z',
}

async function open(search: string, more: object = {}, account: object = ana) {
  const platform = createMemoryPlatform()
  const setReply = (call: string, body?: unknown, status = 200) =>
    platform.replies.set(call, { status, ...(body === undefined ? {} : { body }) })
  setReply('GET /users', { data: [account] })
  setReply('GET /users/5', account)
  setReply('GET /userGroups', { data: [] })
  setReply('GET /stores', { data: [] })
  const view = await renderConsole(`/users${search}`, { platform, ...more })
  return { ...view, setReply }
}

const mia = { email: 'mb@example.com', firstName: 'Mia', lastName: 'Berg' }

const getHeaderLinks = () =>
  [...document.querySelectorAll('#content header a')].map((link) => link.getAttribute('href'))

test("the header links to user groups and permissions, which aren't in the side menu", async () => {
  await open('')
  expect(getHeaderLinks()).toEqual(expect.arrayContaining(['/userGroups', '/permissions']))
})

test('on narrow screens, the list menu has these links, and the header has no other menu', async () => {
  await open('')
  const menu = screen.getByLabelText('More').closest('details') as HTMLElement
  const places = [...menu.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(places).toEqual(expect.arrayContaining(['/userGroups', '/permissions']))
  expect(document.querySelector('#content header details')).toBeNull()
})

test("the user groups link is hidden from operators who can't see them", async () => {
  await open('', { permissions: ['users'], facts: { enforcePermissions: true } })
  expect(getHeaderLinks()).toContain('/permissions')
  expect(getHeaderLinks()).not.toContain('/userGroups')
})

test('pasted users are invited together, and each link is shown', async () => {
  const { user, platform, setReply } = await open('?invite')
  setReply('POST /users/invitations', { links: [invitation] }, 201)
  await user.type(
    screen.getByRole('textbox', { name: /^Users/ }),
    'new@example.com, Nia, New\n\nlee.park@example.com',
  )
  await user.click(screen.getByRole('button', { name: 'Invite users' }))
  const link = await screen.findByLabelText('Link for new@example.com')
  expect(screen.getByText('Send this link')).toBeVisible()
  expect(link).toHaveValue('http://localhost/?invitation=t0k3n')
  expect(platform.writes()).toMatchObject([
    {
      path: '/users/invitations',
      body: {
        kind: 'operator',
        records: [
          { email: 'new@example.com', firstName: 'Nia', lastName: 'New', allStores: false },
          { email: 'lee.park@example.com', firstName: 'Lee', lastName: 'Park' },
        ],
      },
    },
  ])
})

test('rejected lines are named, and the input stays', async () => {
  const { user, setReply } = await open('?invite')
  const rows = [{ index: 1, fields: { email: 'E-mail is already used' } }]
  setReply(
    'POST /users/invitations',
    { status: 422, code: 'invalid', title: 'Not right', rows },
    422,
  )
  await user.type(
    screen.getByRole('textbox', { name: /^Users/ }),
    'a.one@example.com\n\nb.two@example.com',
  )
  await user.click(screen.getByRole('button', { name: 'Invite users' }))
  expect(await screen.findByText('Line 3: E-mail is already used')).toBeVisible()
  expect(screen.getByRole('textbox', { name: /^Users/ })).toHaveValue(
    'a.one@example.com\n\nb.two@example.com',
  )
})

test('an email without a last name is rejected with how to enter it', async () => {
  const { user, platform } = await open('?invite')
  const people = screen.getByRole('textbox', { name: /^Users/ })
  await user.type(people, 'mia.berg@example.com\nrobert@example.com\nnobody')
  await user.click(screen.getByRole('button', { name: 'Invite users' }))
  const write = 'Enter: robert@example.com, first name, last name'
  expect(await screen.findByText(new RegExp(`^Line 2: .* ${write}$`))).toBeVisible()
  expect(screen.getByText('Line 3: Email must be an email address')).toBeVisible()
  expect(platform.writes()).toEqual([])
})

test("a link that was already shown isn't shown again", async () => {
  const { user, setReply } = await open('?link=5')
  setReply('POST /users/5/link', { links: [{ ...invitation, token: null }] }, 201)
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  expect(await screen.findByText(/was already shown/)).toBeVisible()
})

test('emailed links say so and where to track delivery', async () => {
  const { user, setReply } = await open('?link=5')
  setReply('POST /users/5/link', { links: [invitation], mailed: true }, 201)
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  expect(await screen.findByText('This link will be emailed')).toBeVisible()
  expect(screen.getByText(/track delivery under Emails in SMTP Settings/)).toBeVisible()
})

test('suspending requires a reason', async () => {
  const { user, platform, setReply } = await open('?suspend=5')
  setReply('POST /users/5/status', { ...ana, status: 'suspended', version: 2 })
  await user.click(screen.getByRole('button', { name: 'Suspend' }))
  expect(await screen.findByText('Reason is a required field')).toBeVisible()
  expect(platform.writes()).toEqual([])
  await user.type(screen.getByRole('textbox', { name: /^Reason/ }), 'Left')
  await user.click(screen.getByRole('button', { name: 'Suspend' }))
  expect(await screen.findByText(/Changed the status of/)).toBeVisible()
  expect(platform.writes()).toMatchObject([
    { path: '/users/5/status', body: { change: 'suspend', reason: 'Left' }, ifMatch: 1 },
  ])
})

describe('Undoing a change of status', () => {
  test.each([
    ['suspend', { status: 'active' }, { change: 'reactivate', reason: /^Reactivated/ }],
    [
      'reactivate',
      { status: 'suspended', statusReason: 'Left' },
      { change: 'suspend', reason: /^Left$/ },
    ],
  ] as const)('reverts %s', async (change, previous, { change: undoChange, reason }) => {
    const { user, platform, setReply } = await open(`?${change}=5`, {}, { ...ana, ...previous })
    setReply('POST /users/5/status', { ...ana, version: 2 })
    await user.type(screen.getByRole('textbox', { name: /^Reason/ }), 'Why')
    await user.click(screen.getByRole('button', { name: accountChanges[change].label }))
    await user.click(await screen.findByRole('button', { name: /^Undo/ }))
    await screen.findByText(/Undid the change to/)
    expect(platform.writes().at(-1)).toMatchObject({
      path: '/users/5/status',
      body: { change: undoChange, reason: expect.stringMatching(reason) },
      ifMatch: 2,
    })
  })

  test("isn't offered for an invited user, who needs a new link", async () => {
    const { user, setReply } = await open('?suspend=5', {}, { ...ana, status: 'invited' })
    setReply('POST /users/5/status', { ...ana, version: 2 })
    await user.type(screen.getByRole('textbox', { name: /^Reason/ }), 'Why')
    await user.click(screen.getByRole('button', { name: 'Suspend' }))
    expect(await screen.findByText(/Changed the status of/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  })
})

const session = {
  id: 9,
  agent: 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/131.0',
  ip: '203.0.113.9',
  createdAt: stamp.createdAt,
  lastSeen: stamp.updatedAt,
  current: false,
}

test.each([
  ['write', ['users'], 1],
  ['only read', ['users', 'users:read'], 0],
])(
  'sessions can be ended only by operators who can write: %s',
  async (_what, permissions, count) => {
    const platform = createMemoryPlatform()
    platform.replies.set('GET /users', { status: 200, body: { data: [ana] } })
    platform.replies.set('GET /users/5', { status: 200, body: ana })
    platform.replies.set('GET /users/5/sessions', { status: 200, body: { data: [session] } })
    const facts = { enforcePermissions: true }
    const { user } = await renderConsole('/users?sessions=5', { platform, permissions, facts })
    const panel = within(screen.getByRole('dialog'))
    expect(panel.getByText('Firefox on Windows')).toBeVisible()
    const end = panel.queryAllByRole('button', {
      name: 'End session: Firefox on Windows, 203.0.113.9',
    })
    expect(end).toHaveLength(count)
    if (!end[0]) return
    platform.replies.set('DELETE /users/5/sessions/9', { status: 204 })
    await user.click(end[0])
    expect(await screen.findByText(/Ended all sessions for/)).toBeVisible()
  },
)

test('permissions are shown by area with the groups that grant them', async () => {
  const platform = createMemoryPlatform()
  platform.replies.set('GET /users', { status: 200, body: { data: [ana] } })
  platform.replies.set('GET /users/5', { status: 200, body: ana })
  platform.replies.set('GET /users/5/rights', {
    status: 200,
    body: {
      rights: [
        { right: 'Colors', from: ['Support', 'Catalogue'] },
        { right: 'Colors:delete', from: ['Catalogue'] },
        { right: 'Colors:read', from: ['Support', 'Catalogue'] },
        { right: 'Colors:write', from: ['Catalogue'] },
        { right: 'users', from: ['Support'] },
        { right: 'users:read', from: ['Support'] },
      ],
      stores: { all: false, from: ['Support'], names: ['Acme'] },
    },
  })
  await renderConsole('/users?rights=5', { platform })
  const getGrantedActions = (name: RegExp) =>
    within(screen.getByRole('row', { name }))
      .getAllByRole('cell')
      .map((cell) => within(cell).queryByRole('img', { name: 'Yes' }) !== null)
  const colors = /^Colors and training ?Granted by Support \(read\), Catalogue/
  expect(getGrantedActions(colors)).toEqual([
    true,
    true,
    true,
    ...Array.from({ length: 5 }, () => false),
  ])
  expect(getGrantedActions(/^Users ?Granted by Support/)).toEqual([
    true,
    ...Array.from({ length: 7 }, () => false),
  ])
  expect(screen.getByText('Stores: Acme. Groups that give access to stores: Support')).toBeVisible()
})

test('an invited user chooses a password and signs in with it', async () => {
  const platform = createMemoryPlatform()
  const invitationDetails = {
    email: 'new@example.com',
    purpose: 'invitation',
    expiresAt: '2030-01-02T03:04:00Z',
  }
  platform.replies.set('POST /invitations/check', { status: 200, body: invitationDetails })
  const body = { email: 'new@example.com', sIdentifier: 1 }
  platform.replies.set('POST /invitations/accept', { status: 200, body })
  const { user, address } = await renderConsole('/?invitation=abc', { platform, signedOut: true })
  expect(screen.getByText(/Choose a password for new@example.com/)).toBeVisible()
  const set = screen.getByRole('button', { name: 'Set password' })
  await user.click(set)
  expect(await screen.findByText('Password is a required field')).toBeVisible()
  await user.type(screen.getByLabelText(/^Password(?!,)/), 'Long-enough-1')
  await user.type(screen.getByLabelText(/^Confirm password/), 'Other-enough-1')
  await user.click(set)
  expect(await screen.findByText("The passwords don't match.")).toBeVisible()
  await user.clear(screen.getByLabelText(/^Confirm password/))
  await user.type(screen.getByLabelText(/^Confirm password/), 'Long-enough-1')
  await user.click(set)
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(await screen.findByText('Your password is set. Sign in with it now.')).toBeVisible()
  expect(address()).toBe('/')
  expect(platform.writes().at(-1)?.body).toEqual({ token: 'abc', password: 'Long-enough-1' })
})

test("a link that doesn't work says so", async () => {
  const platform = createMemoryPlatform()
  const gone = { status: 404, code: 'not_found', title: 'Link not valid' }
  platform.replies.set('POST /invitations/check', { status: 404, body: gone })
  await renderConsole('/?invitation=old', { platform, signedOut: true })
  expect(screen.getByRole('heading', { name: "This link doesn't work" })).toBeVisible()
})

test.each([
  [
    'a@example.com, Ana, da Costa',
    { email: 'a@example.com', firstName: 'Ana', lastName: 'da Costa' },
  ],
  [
    'ana.costa@example.com',
    { email: 'ana.costa@example.com', firstName: 'Ana', lastName: 'Costa' },
  ],
  ['ana@example.com', { email: 'ana@example.com', firstName: 'Ana', lastName: '' }],
  ['"Mia Berg" <mb@example.com>', mia],
  ['Mia Berg <mb@example.com>', mia],
  ['"Berg, Mia" <mb@example.com>', mia],
  ['Berg, Mia <mb@example.com>', mia],
  [
    '<mia.berg+console@example.com>',
    { email: 'mia.berg+console@example.com', firstName: 'Mia', lastName: 'Berg' },
  ],
])('the line %j is parsed as a user', (line, person) => {
  expect(parsePerson(line)).toEqual(person)
})

test('a pasted list from an email program is parsed with line numbers', () => {
  const text = '"Mia Berg" <mb@example.com>, Ek, Bo <bo@example.com>;\n\nlee.park@example.com,'
  expect(parsePeople(text)).toEqual([
    { ...mia, line: 1 },
    { email: 'bo@example.com', firstName: 'Bo', lastName: 'Ek', line: 1 },
    { email: 'lee.park@example.com', firstName: 'Lee', lastName: 'Park', line: 3 },
  ])
})

test.each([
  [null, null],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1',
    'Safari on iPhone',
  ],
  ['curl/8.5.0', 'curl/8.5.0'],
])('formats the device %j as %j', (agent, words) => {
  expect(formatDevice(agent)).toBe(words)
})

describe('Viewing as a user', () => {
  const operator = { ...ana, kind: 'operator' }

  test('says what a view shows, and starts with a form that the server handles', async () => {
    await open('?viewAs=5', {}, operator)
    const form = screen.getByRole('button', { name: 'View as Ana Costa' }).closest('form')
    expect(form).toHaveAttribute('action', '/view-as')
    expect(form).toHaveFormValues({ userId: '5' })
    expect(form).toHaveTextContent(
      'For 15 minutes, the console shows only what both you and Ana Costa can see.',
    )
  })

  test.each([
    ['a store admin', { ...ana, kind: 'store_admin' }],
    ['a suspended operator', { ...operator, status: 'suspended' }],
  ])("isn't offered for %s", async (_what, account) => {
    await open('?viewAs=5', {}, account)
    expect(screen.getByText("You can't view as Ana Costa.")).toBeVisible()
    expect(screen.queryByRole('button', { name: 'View as Ana Costa' })).not.toBeInTheDocument()
  })

  test('says why none started', async () => {
    await open('?viewAs=5&failed=refused', {}, operator)
    expect(screen.getByRole('alert')).toHaveTextContent("The view didn't start.")
  })
})
