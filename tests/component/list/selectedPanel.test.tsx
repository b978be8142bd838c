import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { memoryPlatform, sizeRecord } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const sizes = [sizeRecord(1, 'Small', 'S'), sizeRecord(2, 'Large', 'L')]

async function open(search: string) {
  const platform = memoryPlatform(sizes)
  const shown = await renderConsole(`/sizes?${search}`, { platform })
  const panel = within(await screen.findByRole('dialog'))
  return { ...shown, platform, panel }
}

test('what is selected is a list, also of rows that this page and search do not show', async () => {
  const { platform, panel } = await open('selected&chosen=2,7&search=small')
  expect(panel.getByRole('link', { name: 'Large' })).toHaveAttribute('href', '/sizes?edit=2')
  const asked = platform.requests
    .filter(({ path }) => path === '/sizes')
    .map(({ search }) => search)
  const named = asked.find((search) => search?.has('ids'))
  expect(named?.get('ids')).toBe('2,7')
  expect(named?.get('search')).toBeNull()
})

test('all that match are listed by the search of the list', async () => {
  const { platform } = await open('selected&chosen=all&search=small')
  const asked = platform.requests
    .filter(({ path }) => path === '/sizes')
    .map(({ search }) => search)
  expect(asked.filter((search) => search?.get('search') === 'small')).toHaveLength(2)
  expect(asked.some((search) => search?.has('ids'))).toBe(false)
})

test('the bar leads to the list of what is selected', async () => {
  await renderConsole('/sizes?chosen=1,2', { platform: memoryPlatform(sizes) })
  const [link] = await screen.findAllByRole('link', { name: 'Show list' })
  expect(link).toHaveAttribute('href', '/sizes?chosen=1,2&selected')
})
