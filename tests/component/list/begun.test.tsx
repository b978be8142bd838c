import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { withPrefill } from '#shared/engine/list/prefillParam.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { memoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { noPage } from '#tests/support/servers/storePlatform.ts'

/** Records that lists are filtered by, and lists in which there is nothing yet. */
async function open(address: string) {
  const platform = memoryPlatform()
  const named = {
    themes: 'Harbour',
    organisations: 'Acme Group',
    userGroups: 'Support',
    stores: 'Torino',
  }
  for (const [path, name] of Object.entries(named))
    platform.replies.set(`GET /${path}/7`, { status: 200, body: { ...stamp, id: 7, name } })
  const lists =
    'themeVersions stores users creditEntries stickers userGroups themes organisations memberGroups'
  for (const path of lists.split(' '))
    platform.replies.set(`GET /${path}`, { status: 200, body: { data: [], page: noPage } })
  return renderConsole(address, { platform })
}

const inPanel = async () => within(await screen.findByRole('dialog'))

test('what is new in a list that is filtered by a record begins with that one', async () => {
  await open('/themes?versions&filter[themeId][eq]=7&create')
  expect((await inPanel()).getByLabelText('Theme')).toHaveValue('Harbour')
})

test('one whose form is told by its address begins with that instead', async () => {
  await open('/themes?versions&filter[themeId][eq]=8&create&begin[themeId]=7')
  expect((await inPanel()).getByLabelText('Theme')).toHaveValue('Harbour')
})

test.each(['/userGroups?create', '/themes?create', '/stores?organisations&create'])(
  'at %s a new record begins with the name that a form was lacking',
  async (address) => {
    await open(`${address}&begin[name]=Zenith`)
    expect((await inPanel()).getByLabelText('Name')).toHaveValue('Zenith')
  },
)

test('a member group begins with its name and store', async () => {
  await open('/members/groups?create&begin[name]=Zenith&begin[storeId]=7')
  const panel = await inPanel()
  expect(panel.getByLabelText('Name')).toHaveValue('Zenith')
  expect(panel.getByLabelText('Store')).toHaveValue('Torino')
})

test('a sticker begins so too, with the stores of the list', async () => {
  await open('/stickers?filter[storeIds][eq]=7&create')
  expect((await inPanel()).getByText('Torino')).toBeVisible()
})

test.each([
  ['/users?filter[groupIds][eq]=7', 'Invite users', '/users?invite&begin[groupIds]=7'],
  ['/stores?filter[themeId][eq]=7', 'New store', '/stores/create?begin[themeId]=7'],
  // A group stands in the ledger, and in no request.
  [
    '/credits?filter[storeId][eq]=7&filter[groupId][eq]=7',
    'Issue or debit credits',
    '/credits?requests&create&begin[storeId]=7',
  ],
])('from %s a form at another address is told what it begins with', async (list, name, to) => {
  await open(list)
  for (const link of screen.getAllByRole('link', { name })) expect(link).toHaveAttribute('href', to)
})

test('an invitation begins with the group of the list, a store with its organisation', async () => {
  const { router } = await open('/users?invite&begin[groupIds]=7')
  expect((await inPanel()).getByText('Support')).toBeVisible()
  await router.navigate('/stores/create?begin[organisationId]=7')
  expect(await screen.findByLabelText(/^Organization(?!s)/)).toHaveValue('Acme Group')
})

test('other filters are not what a record begins with', () => {
  const of = (op: 'eq' | 'contains', field: string) =>
    withPrefill('/stores/create', stores.fields, [{ field, op, value: '7' }])
  expect(of('contains', 'themeId')).toBe('/stores/create')
  expect(of('eq', 'status')).toBe('/stores/create')
})
