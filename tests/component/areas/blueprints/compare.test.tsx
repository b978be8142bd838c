import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { stamp } from '#tests/support/servers/memoryPlatform.ts'
import { createStorePlatform, emptyPage } from '#tests/support/servers/storePlatform.ts'

const blueprint = {
  ...stamp,
  id: 3,
  name: 'Points stores',
  settings: ['type', 'access', 'plan'],
  type: 'points',
  plan: 'growth',
  access: null,
  payment: 'active',
  stores: 2,
  labels: {},
}
const buildStore = (id: number, name: string, values: object = {}) => ({
  ...stamp,
  id,
  name,
  type: 'points',
  plan: 'growth',
  access: null,
  tags: [],
  paymentState: 'not_configured',
  blueprintId: 3,
  labels: { blueprintId: 'Points stores' },
  ...values,
})

async function openComparison(query: string, permissions?: string[]) {
  const platform = createStorePlatform()
  const setReply = (path: string, body: unknown) =>
    platform.replies.set(`GET ${path}`, { status: 200, body })
  setReply('/stores/5', buildStore(5, 'Acme Rewards', { access: 'sign_in', plan: 'starter' }))
  setReply('/stores/6', buildStore(6, 'Beta Perks', { tags: ['pilot'], paymentState: 'active' }))
  setReply('/stores/5/integrations', {
    data: [
      {
        kind: 'payment',
        state: 'not_configured',
        message: null,
        checkedAt: null,
        to: '/payment-setup?create',
      },
    ],
  })
  setReply('/blueprints/3', blueprint)
  setReply('/blueprints/3/differences', { data: [{ name: 'plan', stores: 2 }] })
  setReply('/stores', { data: [], page: emptyPage })
  const view = await renderConsole(`/stores/compare${query}`, {
    platform,
    ...(permissions && { permissions }),
  })
  return { ...view, platform }
}
const getRows = (section: string) =>
  within(screen.getByRole('table', { name: `Comparison: ${section}` }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

describe('The comparison of stores', () => {
  test('a store is compared with its blueprint, by section', async () => {
    await openComparison('?store=5')
    await screen.findByRole('heading', { name: 'Acme Rewards and Points stores', level: 1 })
    expect(screen.getByText('3 differences')).toBeVisible()
    expect(getRows('General')).toEqual(['PlanAcme Rewards: StarterPoints stores: Growth'])
    expect(getRows('Access')).toEqual([
      'AccessAcme Rewards: Sign-in requiredPoints stores: Platform default',
    ])
    expect(screen.getByRole('link', { name: 'Open Payments' })).toHaveAttribute(
      'href',
      '/payment-setup?create',
    )
  })

  test('two stores show differences only, or everything', async () => {
    const { user } = await openComparison('?store=5&with=6')
    await screen.findByText('4 differences')
    expect(getRows('General')).toHaveLength(2)
    await user.click(screen.getByRole('link', { name: 'Show all settings' }))
    await waitFor(() => expect(getRows('General').length).toBeGreaterThan(5))
    expect(screen.getByRole('link', { name: 'Show differences only' })).toBeVisible()
  })

  test('the selected differences become a plan of the first store', async () => {
    const { user, platform } = await openComparison('?store=5')
    platform.replies.set('POST /stores/bulk/plan', {
      status: 422,
      body: { status: 422, code: 'invalid', title: 'No', fields: { plan: 'Not this plan.' } },
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Bring in line: Access' }))
    await user.click(screen.getByRole('button', { name: 'Preview changes' }))
    expect(await screen.findByText('Not this plan.')).toBeVisible()
    const request = platform.requests.find(({ path }) => path === '/stores/bulk/plan')
    expect(request?.body).toEqual({ action: 'change', values: { plan: 'growth' }, ids: [5] })
  })

  test('all stores that differ from a blueprint become one plan', async () => {
    const { user, platform } = await openComparison('?blueprint=3')
    await screen.findByRole('heading', { name: 'Stores that differ from Points stores' })
    expect(screen.getByRole('link', { name: '2 stores' })).toHaveAttribute(
      'href',
      `/stores?${new URLSearchParams({
        'filter[blueprintId][eq]': '3',
        'filter[blueprintDifferences][has]': 'plan',
      })}`,
    )
    await user.click(screen.getByRole('button', { name: 'Preview changes' }))
    await waitFor(() =>
      expect(platform.requests.find(({ path }) => path === '/stores/bulk/plan')?.body).toEqual({
        action: 'change',
        values: { plan: 'growth' },
        query: `${new URLSearchParams({
          'filter[blueprintId][eq]': '3',
          'filter[differsFromBlueprint][eq]': '1',
        })}`,
      }),
    )
  })

  test('without two sides, the page asks for stores', async () => {
    await openComparison('')
    expect(await screen.findByRole('heading', { name: 'Choose two stores' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Compare' })).toBeVisible()
  })
})
