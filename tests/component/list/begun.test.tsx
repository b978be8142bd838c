import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { withPrefill } from '#shared/engine/list/prefillParam.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { createMemoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { emptyPage } from '#tests/support/servers/storePlatform.ts'

/** Opens a page on a platform with the records of the filters and only empty lists. */
async function open(address: string) {
  const platform = createMemoryPlatform()
  const names = {
    themes: 'Harbour',
    organisations: 'Acme Group',
    userGroups: 'Support',
    stores: 'Torino',
  }
  for (const [path, name] of Object.entries(names))
    platform.replies.set(`GET /${path}/7`, { status: 200, body: { ...stamp, id: 7, name } })
  const lists =
    'themeVersions stores users creditEntries stickers userGroups themes organisations memberGroups'
  for (const path of lists.split(' '))
    platform.replies.set(`GET /${path}`, { status: 200, body: { data: [], page: emptyPage } })
  return renderConsole(address, { platform })
}

const findPanel = async () => within(await screen.findByRole('dialog'))

test('a new record in a list filtered by a record is prefilled with that record', async () => {
  await open('/themes?versions&filter[themeId][eq]=7&create')
  expect((await findPanel()).getByLabelText('Theme')).toHaveValue('Harbour')
})

test('parameters of the form take precedence over the filter', async () => {
  await open('/themes?versions&filter[themeId][eq]=8&create&begin[themeId]=7')
  expect((await findPanel()).getByLabelText('Theme')).toHaveValue('Harbour')
})

test.each(['/userGroups?create', '/themes?create', '/stores?organisations&create'])(
  'a new record at %s is prefilled with the name from another form',
  async (address) => {
    await open(`${address}&begin[name]=Zenith`)
    expect((await findPanel()).getByLabelText('Name')).toHaveValue('Zenith')
  },
)

test('a member group is prefilled with its name and store', async () => {
  await open('/members/groups?create&begin[name]=Zenith&begin[storeId]=7')
  const panel = await findPanel()
  expect(panel.getByLabelText('Name')).toHaveValue('Zenith')
  expect(panel.getByLabelText('Store')).toHaveValue('Torino')
})

test('a sticker is prefilled with the stores of the list', async () => {
  await open('/stickers?filter[storeIds][eq]=7&create')
  expect((await findPanel()).getByText('Torino')).toBeVisible()
})

test.each([
  ['/users?filter[groupIds][eq]=7', 'Invite users', '/users?invite&begin[groupIds]=7'],
  ['/stores?filter[themeId][eq]=7', 'New store', '/stores/create?begin[themeId]=7'],
  // The ledger has groups, but requests have none.
  [
    '/credits?filter[storeId][eq]=7&filter[groupId][eq]=7',
    'Issue or debit credits',
    '/credits?requests&create&begin[storeId]=7',
  ],
])('the link from %s prefills a form at another URL', async (list, name, to) => {
  await open(list)
  for (const link of screen.getAllByRole('link', { name })) expect(link).toHaveAttribute('href', to)
})

test("an invitation is prefilled with the list's group, and a store with its organization", async () => {
  const { router } = await open('/users?invite&begin[groupIds]=7')
  expect((await findPanel()).getByText('Support')).toBeVisible()
  await router.navigate('/stores/create?begin[organisationId]=7')
  expect(await screen.findByLabelText(/^Organization(?!s)/)).toHaveValue('Acme Group')
})

test("other filters don't prefill a record", () => {
  const buildUrl = (op: 'eq' | 'contains', field: string) =>
    withPrefill('/stores/create', stores.fields, [{ field, op, value: '7' }])
  expect(buildUrl('contains', 'themeId')).toBe('/stores/create')
  expect(buildUrl('eq', 'status')).toBe('/stores/create')
})
