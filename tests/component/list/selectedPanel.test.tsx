import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createMemoryPlatform, buildSize } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const sizes = [buildSize(1, 'Small', 'S'), buildSize(2, 'Large', 'L')]

async function open(search: string) {
  const platform = createMemoryPlatform(sizes)
  const view = await renderConsole(`/sizes?${search}`, { platform })
  const panel = within(await screen.findByRole('dialog'))
  return { ...view, platform, panel }
}

test("selected rows are listed even if the page and search don't show them", async () => {
  const { platform, panel } = await open('selected&chosen=2,7&search=small')
  expect(panel.getByRole('link', { name: 'Large' })).toHaveAttribute('href', '/sizes?edit=2')
  const queries = platform.requests
    .filter(({ path }) => path === '/sizes')
    .map(({ search }) => search)
  const byIds = queries.find((search) => search?.has('ids'))
  expect(byIds?.get('ids')).toBe('2,7')
  expect(byIds?.get('search')).toBeNull()
})

test('"Select all" lists the records that match the search', async () => {
  const { platform } = await open('selected&chosen=all&search=small')
  const queries = platform.requests
    .filter(({ path }) => path === '/sizes')
    .map(({ search }) => search)
  expect(queries.filter((search) => search?.get('search') === 'small')).toHaveLength(2)
  expect(queries.some((search) => search?.has('ids'))).toBe(false)
})

test('the selection bar links to the list of selected rows', async () => {
  await renderConsole('/sizes?chosen=1,2', { platform: createMemoryPlatform(sizes) })
  const [link] = await screen.findAllByRole('link', { name: 'Show list' })
  expect(link).toHaveAttribute('href', '/sizes?chosen=1,2&selected')
})
