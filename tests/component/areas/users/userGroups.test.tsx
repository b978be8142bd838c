import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { parseListQuery } from '#shared/engine/list/listQuery.ts'
import { getAreaActions, getAreaLabel, permissionKeys } from '#shared/permissions/permissions.ts'
import { users } from '#shared/areas/users/users.ts'
import { createMemoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const support = {
  id: 3,
  ...stamp,
  name: 'Support',
  description: null,
  permissions: ['Colors', 'Colors:read', 'Sizes', 'Sizes:read', 'Sizes:write'],
  allStores: false,
  storeIds: [],
  members: 2,
  areas: 2,
  builtIn: false,
}
const finance = {
  ...support,
  id: 4,
  name: 'Finance',
  permissions: ['Sizes', 'Sizes:read'],
  members: 0,
}

async function open(address: string, more: object = {}) {
  const platform = createMemoryPlatform()
  const group = { ...support, ...more }
  platform.replies.set('GET /userGroups', { status: 200, body: { data: [group, finance] } })
  platform.replies.set('GET /userGroups/3', { status: 200, body: group })
  platform.replies.set('GET /userGroups/4', { status: 200, body: finance })
  platform.replies.set('GET /stores', { status: 200, body: { data: [] } })
  return renderConsole(address, { platform })
}

const getCheckbox = (name: string) => screen.getByRole('checkbox', { name })

test('selecting write selects read, and clearing read clears all', async () => {
  const { user } = await open('/userGroups/create')
  await user.click(getCheckbox('Stickers: Write'))
  expect(getCheckbox('Stickers: Read')).toBeChecked()
  await user.click(getCheckbox('Stickers: Read'))
  expect(getCheckbox('Stickers: Write')).not.toBeChecked()
})

test('a row or column can be selected at once and is saved', async () => {
  const { user, platform } = await open('/userGroups/create')
  platform.replies.set('POST /userGroups', { status: 201, body: { ...support, id: 9 } })
  await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Support')
  await user.click(getCheckbox('All permissions for Colors and training'))
  await user.click(getCheckbox('Export in all areas'))
  for (const key of permissionKeys) expect(getCheckbox(`${getAreaLabel(key)}: Read`)).toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Create user group' }))
  expect(await screen.findByText(/Created/)).toBeVisible()
  const [{ body } = { body: null }] = platform.writes()
  const { permissions } = body as { permissions: string[] }
  expect(permissions).toEqual(expect.arrayContaining(['Colors:delete', 'Sizes:export']))
  expect(permissions).toHaveLength(
    getAreaActions('Colors').length + 2 * (permissionKeys.length - 1),
  )
})

test('the Secrets permission is offered only for areas with secrets', async () => {
  await open('/userGroups/create')
  expect(getCheckbox('Payments: Secrets')).toBeVisible()
  expect(
    screen.queryByRole('checkbox', { name: 'Colors and training: Secrets' }),
  ).not.toBeInTheDocument()
})

test('a change asks for confirmation with its impact before saving', async () => {
  const { user, platform } = await open('/userGroups?edit=3')
  const impact = {
    token: 'abc',
    reaches: 2,
    own: 0,
    worse: [
      { what: 'Permissions lost: Attributes and sizes (write)', count: 2, examples: ['Ana', 'Bo'] },
    ],
  }
  const unconfirmed = { status: 409, code: 'unconfirmed', title: 'Not confirmed', reach: impact }
  platform.replies.set('PATCH /userGroups/3', { status: 409, body: unconfirmed })
  await user.click(getCheckbox('Attributes and sizes: Write'))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This affects 2 operators.', { exact: false })).toBeVisible()
  expect(
    screen.getByText(/Permissions lost: Attributes and sizes \(write\).*2 operators.*Ana, Bo/),
  ).toBeVisible()
  expect(platform.writes()).toMatchObject([
    { body: { permissions: ['Sizes:read', 'Colors:read'] }, ifMatch: 1 },
  ])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(platform.writes().at(-1)?.search?.get('reach')).toBe('abc')
})

test('the user count of a group links to its users', async () => {
  await open('/userGroups')
  const to = screen.getByRole('link', { name: '2 users' }).getAttribute('href') ?? ''
  const { query, problems } = parseListQuery(users, new URL(to, 'http://x').searchParams)
  expect(problems).toEqual([])
  expect(query.filters).toEqual([{ field: 'groupIds', op: 'eq', value: '3' }])
})

test('the form of a group names some of its users and links to all of them', async () => {
  const { platform, user } = await open('/userGroups', { members: 7 })
  const people = ['Ann', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus'].map((name, id) => ({
    ...stamp,
    id,
    name,
  }))
  platform.replies.set('GET /users', { status: 200, body: { data: people } })
  await user.click(screen.getByRole('link', { name: 'Support' }))
  const panel = within(await screen.findByRole('dialog'))
  const all = panel.getByRole('link', { name: '7 users' })
  expect(all.parentElement).toHaveTextContent('7 users: Ann, Bo, Cy, Di, Ed, ...')
})

test("a group shows its user count to operators who can't read users", async () => {
  await open('/userGroups?edit=3')
  const panel = within(await screen.findByRole('dialog'))
  expect(panel.getByRole('link', { name: '2 users' })).toHaveAttribute(
    'href',
    '/users?filter[groupIds][eq]=3',
  )
})

test('the header links to permissions', async () => {
  await open('/userGroups')
  const [link] = screen.getAllByRole('link', { name: 'Permissions' })
  expect(link).toHaveAttribute('href', '/permissions')
})

test('a built-in group is read-only and can be duplicated', async () => {
  await open('/userGroups?edit=3', { builtIn: true })
  expect(screen.getByText(/can't change built-in groups/)).toBeVisible()
  expect(getCheckbox('Attributes and sizes: Write')).toBeDisabled()
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Duplicate' })).toHaveAttribute(
    'href',
    '/userGroups/create?from=3',
  )
})

test('a duplicate starts with the permissions and stores of the original', async () => {
  await open('/userGroups/create?from=3', { storeIds: [8], labels: { 'storeIds.8': 'Acme' } })
  expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveValue('Support (copy)')
  expect(getCheckbox('Attributes and sizes: Write')).toBeChecked()
  expect(getCheckbox('Colors and training: Write')).not.toBeChecked()
  expect(screen.getByText('Acme')).toBeVisible()
})

test('comparing two groups shows the differing areas and the stores', async () => {
  await open('/userGroups?compare=3&with=4', { storeIds: [8], labels: { 'storeIds.8': 'Acme' } })
  expect(screen.getByRole('row', { name: 'Stores Acme None added' })).toBeVisible()
  expect(screen.getByRole('row', { name: 'Attributes and sizes Read, Write Read' })).toBeVisible()
  expect(screen.getByRole('row', { name: 'Colors and training Read' })).toBeVisible()
})

test('a group is first compared with the first other group', async () => {
  await open('/userGroups?compare=3')
  expect(screen.getByRole('combobox', { name: /^Compare with/ })).toHaveDisplayValue('Finance')
  expect(screen.getByRole('columnheader', { name: 'Finance' })).toBeVisible()
  expect(screen.getByRole('row', { name: 'Attributes and sizes Read, Write Read' })).toBeVisible()
})

const deleteButton = { name: 'Delete group' }

test('deleting a group moves its users to the chosen group', async () => {
  const { user, platform } = await open('/userGroups?remove=3')
  platform.replies.set('POST /userGroups/3/replacement', { status: 204 })
  expect(screen.getByText('2 users will move to the group you choose.')).toBeVisible()
  expect(screen.getByLabelText('Move users to')).toHaveDisplayValue('Choose a group')
  await user.click(screen.getByRole('button', deleteButton))
  expect(await screen.findByText('Choose a group to move the users to.')).toBeVisible()
  expect(platform.writes()).toEqual([])
  await user.selectOptions(screen.getByLabelText('Move users to'), 'Finance')
  await user.click(screen.getByRole('button', deleteButton))
  expect(
    await screen.findByText('Deleted Support. Its users are now in the group you chose.'),
  ).toBeVisible()
  expect(platform.writes()).toMatchObject([
    { path: '/userGroups/3/replacement', body: { groupId: 4 }, ifMatch: 1 },
  ])
})

test('deleting an empty group can be undone', async () => {
  const { user, platform } = await open('/userGroups?remove=3', { members: 0 })
  platform.replies.set('DELETE /userGroups/3', { status: 204 })
  platform.replies.set('POST /userGroups/3/restore', { status: 200, body: support })
  await user.click(screen.getByRole('button', deleteButton))
  await user.click(await screen.findByRole('button', { name: 'Undo the change to Support' }))
  await screen.findByText(/^Undid the change to/)
  expect(platform.writes().at(-1)).toMatchObject({ path: '/userGroups/3/restore', ifMatch: 1 })
})

test('moving users asks for confirmation with the impact, and again for another group', async () => {
  const { user, platform } = await open('/userGroups?remove=3')
  const worse = [
    { what: 'Permissions gained: Users (read, write)', count: 2, examples: ['Ana', 'Bo'] },
  ]
  const impact = { token: 'abc', reaches: 2, own: 0, worse }
  const unconfirmed = { status: 409, code: 'unconfirmed', title: 'Not confirmed', reach: impact }
  platform.replies.set('POST /userGroups/3/replacement', { status: 409, body: unconfirmed })
  await user.selectOptions(screen.getByLabelText('Move users to'), 'Finance')
  await user.click(screen.getByRole('button', deleteButton))
  expect(
    await screen.findByText(/Permissions gained: Users \(read, write\).*2 operators.*Ana, Bo/),
  ).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Move users to'), 'Choose a group')
  expect(screen.queryByText(/gained: Users/)).not.toBeInTheDocument()
  await user.selectOptions(screen.getByLabelText('Move users to'), 'Finance')
  await user.click(screen.getByRole('button', { name: 'Change 2 operators and delete the group' }))
  expect(platform.writes().at(-1)?.search?.get('reach')).toBe('abc')
})
