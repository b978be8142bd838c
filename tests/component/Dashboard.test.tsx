import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { memoryPlatform } from '#tests/support/memoryPlatform.ts'
import { renderConsole } from '#tests/support/renderConsole.tsx'

async function openDashboard(replies: Record<string, object> = {}) {
  const platform = memoryPlatform()
  for (const [call, body] of Object.entries(replies))
    platform.replies.set(`GET ${call}`, { status: 200, body })
  await renderConsole('/dashboard', { platform })
  await screen.findByRole('heading', { name: 'Recent changes' })
}

const figures = () =>
  screen
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent])

const page = { next: null, previous: null, total: 10_000, totalIsCapped: true }

describe('the figures are the four lists of spec.md section 3', () => {
  test('each with its number', async () => {
    await openDashboard({
      '/catalogs': { data: [{}, {}] },
      '/categories': { data: [] },
      '/sizes': { data: [{}], page: { ...page, total: 1234, totalIsCapped: false } },
      '/members': { data: [{}], page },
    })
    expect(figures()).toEqual([
      ['Catalogs', '2'],
      ['Categories', '0'],
      ['Sizes', '1,234'],
      ['Members', '10,000+'],
    ])
    expect(screen.getByRole('link', { name: '1,234' })).toHaveAttribute('href', '/sizes')
    // No screen shows members yet.
    expect(screen.queryByRole('link', { name: '10,000+' })).not.toBeInTheDocument()
  })

  test('section 7: a list that fails is silently left open', async () => {
    await openDashboard({ '/sizes': { data: [{}] } })
    expect(figures()).toEqual([
      ['Catalogs', '–'],
      ['Categories', '–'],
      ['Sizes', '1'],
      ['Members', '–'],
    ])
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

describe('recent changes', () => {
  const section = () => within(screen.getByRole('region', { name: 'Recent changes' }))
  const change = { id: 1, time: '2025-03-09T16:05:00Z', actor: 'ann@example.com' }

  test('say when, what, to which record, and who', async () => {
    await openDashboard({
      '/audit': { data: [{ ...change, event: 'sizes.created', label: 'Large' }] },
    })
    const [item] = section().getAllByRole('listitem')
    expect(item).toHaveTextContent('03/09/2025 04:05 PM')
    expect(item).toHaveTextContent('Created size')
    expect(item).toHaveTextContent('Large')
    expect(item).toHaveTextContent('ann@example.com')
  })

  test('lead to records that have a screen and are still there', async () => {
    const sizes = { ...change, event: 'sizes.changed', targetType: 'sizes', targetId: 3 }
    const data = [
      { ...sizes, label: 'Large' },
      { ...sizes, id: 2, event: 'stores.suspended', label: 'Acme', targetType: 'stores' },
      { ...sizes, id: 3, event: 'sizes.deleted', label: 'Gone' },
      { ...sizes, id: 4, label: 'Plan', targetType: 'constructor' },
      { ...sizes, id: 5, label: null },
      { ...sizes, id: 6, label: 'Elsewhere', targetId: 'a-uuid' },
    ]
    await openDashboard({ '/audit': { data } })
    const links = section().getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Large', '/sizes?edit=3'],
      ['Acme', '/stores/3'],
    ])
  })

  test('there may be none yet', async () => {
    await openDashboard({ '/audit': { data: [] } })
    expect(section().getByText('Nothing was changed yet')).toBeVisible()
  })

  test('a platform that does not answer is not said to keep no record', async () => {
    const platform = memoryPlatform()
    platform.replies.set('GET /audit', { status: 502 })
    await renderConsole('/dashboard', { platform })
    expect(await screen.findByText(/^The platform does not answer right now/)).toBeVisible()
    expect(section().getByRole('button', { name: 'Try again' })).toBeVisible()
  })

  test('a platform that keeps no record says so', async () => {
    await openDashboard()
    expect(section().getByText('This platform does not offer a record of changes.')).toBeVisible()
    expect(section().queryByRole('button')).toBeNull()
  })
})
