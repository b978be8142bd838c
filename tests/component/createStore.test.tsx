import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { memoryPlatform } from '#tests/support/memoryPlatform.ts'
import type { MemoryPlatform } from '#tests/support/memoryPlatform.ts'
import { renderConsole } from '#tests/support/renderConsole.tsx'
import { noPage, storeRecord } from '#tests/support/storePlatform.ts'

const defaults = {
  id: 1,
  version: 1,
  defaultLocale: 'en-US',
  timeZone: 'UTC',
  themeId: 3,
  labels: { themeId: 'Harbour' },
  primaryColour: '#3730a3',
  textColour: '#ffffff',
  access: 'public',
  supportEmail: 'help@example.com',
}

/** A platform that creates every store, and knows nothing that is taken. */
function platformOfStores(): MemoryPlatform {
  const platform = memoryPlatform()
  platform.replies.set('GET /storeDefaults/1', { status: 200, body: defaults })
  platform.replies.set('GET /stores/available', {
    status: 200,
    body: { available: true, message: null },
  })
  platform.replies.set('POST /stores', { status: 201, body: { id: 42, version: 1 } })
  return platform
}

const openWizard = (platform = platformOfStores()) => renderConsole('/stores/create', { platform })
type Shown = Awaited<ReturnType<typeof openWizard>>

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const press = ({ user }: Shown, name: string) => user.click(screen.getByRole('button', { name }))
const steps = () => within(screen.getByRole('navigation', { name: 'Steps' }))
const current = () => steps().getByRole('listitem', { current: 'step' })
const created = ({ platform }: Shown) =>
  platform.writes().filter(({ path }) => path.startsWith('/stores'))

/** On the review of a store that is called Acme. */
async function openReview(platform?: MemoryPlatform) {
  const shown = await openWizard(platform)
  await shown.user.type(field('Name'), 'Acme')
  for (let left = 6; left > 0; left--) await press(shown, 'Next')
  await screen.findByRole('heading', { name: 'Review' })
  return shown
}

test('who comes to the wizard from another page stands at its beginning', async () => {
  const { router } = await renderConsole('/colors', { platform: platformOfStores() })
  await router.navigate('/stores/create')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Identity' })).toHaveFocus())
})

describe('a step', () => {
  test('is marked in the list, and the next one opens when it is right', async () => {
    const shown = await openWizard()
    expect(current()).toHaveTextContent('Identity')
    await press(shown, 'Next')
    await waitFor(() => expect(field('Name')).toHaveFocus())
    expect(field('Name')).toHaveAccessibleDescription('Name is a required field')
    await shown.user.type(field('Name'), 'Acme')
    await press(shown, 'Next')
    expect(current()).toHaveTextContent('Domain')
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Domain' })).toHaveFocus())
    expect(shown.address()).toBe('/stores/create')
    expect(shown.router.state.location.hash).toBe('#domain')
  })

  test('left with something wrong says so in the list and keeps the store from being created', async () => {
    const shown = await openReview()
    await press(shown, 'Edit Domain')
    await shown.user.clear(field('Subdomain'))
    await shown.user.click(steps().getByRole('button', { name: /^Review/ }))
    expect(steps().getByRole('button', { name: /Domain needs attention/ })).toBeVisible()
    await press(shown, 'Create store')
    await waitFor(() => expect(field('Subdomain')).toHaveFocus())
    expect(created(shown)).toEqual([])
  })

  test('shows what an empty field inherits', async () => {
    const shown = await openWizard()
    await shown.user.type(field('Name'), 'Acme')
    await press(shown, 'Next')
    await press(shown, 'Next')
    const empty = within(field(/^Default locale/)).getAllByRole('option')[0]
    expect(empty).toHaveTextContent('Platform default (English (United States))')
  })

  test('stands as well where the platform has no defaults to tell', async () => {
    const platform = platformOfStores()
    platform.replies.delete('GET /storeDefaults/1')
    await openReview(platform)
    expect(screen.queryByText(/Platform default/)).not.toBeInTheDocument()
  })
})

describe('a value that must be unique, when typing stops', () => {
  test('is asked about once, and said to be free', async () => {
    const { user, platform } = await openWizard()
    await user.type(field('Code'), 'acme-1')
    await screen.findByText('acme-1 is free.')
    const asked = platform.requests
      .filter(({ path, search }) => path === '/stores/available' && search?.get('field') === 'code')
      .map(({ search }) => search?.get('value'))
    expect(asked).toEqual(['acme-1'])
  })

  test('that is taken keeps the step shut, until it changes', async () => {
    const platform = platformOfStores()
    platform.replies.set('GET /stores/available', ({ search }) => ({
      status: 200,
      body: { available: search?.get('value') !== 'acme', message: 'Code acme is taken' },
    }))
    const shown = await openWizard(platform)
    await shown.user.type(field('Name'), 'Acme')
    await waitFor(() => expect(field('Code')).toBeInvalid())
    expect(field('Code')).toHaveAccessibleDescription(/^Code acme is taken/)
    await press(shown, 'Next')
    expect(current()).toHaveTextContent('Identity')
    await shown.user.type(field('Code'), '2')
    await press(shown, 'Next')
    expect(current()).toHaveTextContent('Domain')
  })

  test('that could not be checked blocks nothing', async () => {
    const platform = platformOfStores()
    platform.replies.set('GET /stores/available', { status: 503 })
    const shown = await openWizard(platform)
    await shown.user.type(field('Name'), 'Acme')
    await screen.findByText(/could not be checked now/)
    await press(shown, 'Next')
    expect(current()).toHaveTextContent('Domain')
  })
})

describe('creating', () => {
  test('sends everything once, and goes to the new store', async () => {
    const shown = await openReview()
    await press(shown, 'Create store')
    await screen.findByText('Store created.')
    expect(shown.address()).toBe('/stores/42')
    expect(Object.keys(sessionStorage)).toEqual([])
    expect(created(shown)).toEqual([
      expect.objectContaining({
        path: '/stores',
        idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/),
        body: expect.objectContaining({
          name: 'Acme',
          code: 'acme',
          subdomain: 'acme',
          type: 'mixed',
          defaultLocale: null,
          themeId: null,
        }),
      }),
    ])
    expect(created(shown)[0]?.body).not.toHaveProperty('templateId')
  })

  test('that got no answer keeps all, and is sent again under the same key', async () => {
    const platform = platformOfStores()
    platform.replies.set('POST /stores', { status: 502 })
    const shown = await openReview(platform)
    await press(shown, 'Create store')
    expect(await screen.findByRole('alert')).toHaveTextContent('The platform does not answer')
    platform.replies.set('POST /stores', { status: 201, body: { id: 42, version: 1 } })
    await press(shown, 'Create store')
    await screen.findByText('Store created.')
    const keys = created(shown).map(({ idempotencyKey }) => idempotencyKey)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  test('that already happened under this key says where to look, and starts anew under another', async () => {
    const platform = platformOfStores()
    platform.replies.set('POST /stores', {
      status: 422,
      body: { status: 422, code: 'key_reused', title: 'No' },
    })
    const shown = await openReview(platform)
    await press(shown, 'Create store')
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByRole('link', { name: 'All Stores' })).toHaveAttribute('href', '/stores')
    await shown.user.click(alert.getByRole('button', { name: 'Start anew' }))
    expect(current()).toHaveTextContent('Identity')
    expect(field('Name')).toHaveValue('')
  })

  test('refused by field opens the step of the field; what no step asks for stands above', async () => {
    const platform = platformOfStores()
    platform.replies.set('POST /stores', {
      status: 422,
      body: {
        status: 422,
        code: 'invalid',
        title: 'No',
        fields: { adminEmail: 'This address is not known', notes: 'Notes are too long' },
      },
    })
    const shown = await openReview(platform)
    await press(shown, 'Create store')
    await waitFor(() => expect(field(/^First admin's e-mail/)).toHaveFocus())
    expect(field(/^First admin's e-mail/)).toHaveAccessibleDescription('This address is not known')
    expect(screen.getByRole('alert')).toHaveTextContent('Notes are too long')
  })
})

describe('a template store', () => {
  const template = storeRecord({ name: 'Acme Rewards', supportEmail: 'help@acme.example' })
  function platformWithTemplate() {
    const platform = platformOfStores()
    platform.replies.set('GET /stores', ({ search }) => {
      const found = search?.get('filter[name][eq]') === template['name']
      return { status: 200, body: { data: found ? [template] : [], page: noPage } }
    })
    platform.replies.set('GET /stores/5', { status: 200, body: template })
    return platform
  }
  const firstOption = (label: string | RegExp) =>
    within(field(label)).getAllByRole('option')[0]?.textContent

  test('shows what it holds in the steps that it fills, and on the review', async () => {
    const shown = await openWizard(platformWithTemplate())
    await shown.user.type(field('Name'), 'Acme Gifts')
    await shown.user.type(field(/^Template store/), 'Acme Rewards')
    await waitFor(() => expect(firstOption('Plan')).toBe('From the template: Growth'))
    expect(field(/^Organisation/)).toHaveAccessibleDescription('From the template: Acme Group')
    await press(shown, 'Next')
    await press(shown, 'Next')
    expect(firstOption(/^Time zone/)).toMatch(/^From the template: .*London/)
    expect(firstOption(/^Default locale/)).toBe('From the template: None')
    await press(shown, 'Next')
    expect(field(/^Logo/)).toHaveAccessibleDescription('From the template: None')
    // What the template leaves empty is inherited, also here.
    expect(screen.getByText(/^Contrast 9\.\d+ to 1: enough/)).toBeVisible()
    for (let left = 3; left > 0; left--) await press(shown, 'Next')
    await screen.findByRole('heading', { name: 'Review' })
    expect(screen.getByText('From the template: Acme Group')).toBeVisible()
    expect(created(shown)).toEqual([])
  })

  test('that nobody knows, or that cannot be read, fills the fields without saying what with', async () => {
    const shown = await openWizard()
    await shown.user.type(field('Name'), 'Acme Gifts')
    await shown.user.type(field(/^Template store/), 'Gone')
    await waitFor(() => expect(firstOption('Plan')).toBe('From the template'))
    expect(field(/^Organisation/)).toHaveAccessibleDescription('Empty takes it from the template.')
  })

  test('that is changed for another one is not shown any longer', async () => {
    const shown = await openWizard(platformWithTemplate())
    await shown.user.type(field(/^Template store/), 'Acme Rewards')
    await waitFor(() => expect(firstOption('Plan')).toBe('From the template: Growth'))
    await shown.user.type(field(/^Template store/), '2')
    expect(firstOption('Plan')).toBe('From the template')
  })
})

test('a draft of another user is not shown', async () => {
  sessionStorage.setItem(
    'draft.8.stores.create',
    JSON.stringify({
      values: { name: 'Theirs' },
      step: 'identity',
      reached: 'identity',
      writeKey: 'x',
    }),
  )
  await openWizard()
  expect(field('Name')).toHaveValue('')
  expect(screen.queryByText(/Draft restored/)).not.toBeInTheDocument()
})

test('a draft of this user goes on where it was', async () => {
  sessionStorage.setItem(
    'draft.7.stores.create',
    JSON.stringify({
      values: { name: 'Acme', code: 'acme', subdomain: 'shop' },
      step: 'domain',
      reached: 'locale',
      writeKey: 'kept',
    }),
  )
  const shown = await openWizard()
  expect(await screen.findByText(/Draft restored/)).toBeVisible()
  expect(current()).toHaveTextContent('Domain')
  expect(field('Subdomain')).toHaveValue('shop')
  expect(steps().getByRole('button', { name: /^Locale/ })).toBeVisible()
  expect(shown.router.state.location.hash).toBe('#domain')
})
