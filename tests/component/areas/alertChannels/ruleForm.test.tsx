import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMemoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { emptyPage } from '#tests/support/servers/storePlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

function createPlatform() {
  const platform = createMemoryPlatform()
  platform.replies.set('GET /alertRules', { status: 200, body: { data: [], page: emptyPage } })
  platform.replies.set('GET /organisations', {
    status: 200,
    body: { data: [{ id: 3, version: 1, name: 'Kestrel' }], page: emptyPage },
  })
  return platform
}

const openNewRule = async (platform: ReturnType<typeof createPlatform>, begun: string) => {
  const search = begun === '' ? '' : `&begin[storeFilter]=${encodeURIComponent(begun)}`
  const view = await renderConsole(`/alertChannels?rules&create${search}`, { platform })
  const panel = within(await screen.findByRole('dialog', { name: 'New alert rule' }))
  return { ...view, panel, input: panel.getByLabelText(/^Stores that match/) }
}

const getWords = (panel: Awaited<ReturnType<typeof openNewRule>>['panel']) =>
  within(panel.getByRole('list', { name: 'Filters of stores' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('a filter from the list of stores is shown in words, with the names of records', async () => {
  const filter =
    'search=acme&filter[organisationId][eq]=3&any[1][plan][eq]=starter&any[1][openAlerts][gt]=2'
  const { panel, input } = await openNewRule(createPlatform(), filter)
  expect(input).toHaveValue(filter)
  expect(getWords(panel)).toEqual([
    'Search: "acme"',
    'Organization is Kestrel',
    'Plan is Starter or Open alerts is over 2',
  ])
  expect(panel.getByRole('link', { name: 'Show these stores' })).toHaveAttribute(
    'href',
    `/stores?${filter}`,
  )
})

test('a pasted URL is shown in words at once, without how its list looks', async () => {
  const platform = createPlatform()
  const { panel, input, user } = await openNewRule(platform, '')
  expect(panel.queryByRole('list', { name: 'Filters of stores' })).toBeNull()
  await user.click(input)
  await user.paste('https://console.example.com/stores?sort=-name&filter[plan][eq]=growth')
  expect(getWords(panel)).toEqual(['Plan is Growth'])
})

test("a text that isn't a filter stays without words", async () => {
  const { panel, input, user } = await openNewRule(createPlatform(), '')
  await user.click(input)
  await user.paste('filter[colour][eq]=red')
  await user.tab()
  expect(input).toHaveValue('filter[colour][eq]=red')
  expect(panel.queryByRole('list', { name: 'Filters of stores' })).toBeNull()
})
