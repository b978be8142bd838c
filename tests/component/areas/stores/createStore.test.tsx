import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { memoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import type { MemoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { noPage, storeRecord } from '#tests/support/servers/storePlatform.ts'

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
/** The button is there once what was pressed before is done. */
const press = async ({ user }: Shown, name: string) =>
  user.click(await screen.findByRole('button', { name }))
const steps = () => within(screen.getByRole('navigation', { name: 'Steps' }))
const current = () => steps().getByRole('listitem', { current: 'step' })
const stands = (step: string) => waitFor(() => expect(current()).toHaveTextContent(step))
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
  const { router } = await renderConsole('/stickers', { platform: platformOfStores() })
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
    await stands('Domain')
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

  test('is left again by Back that is pressed before the page has drawn its address', async () => {
    const shown = await openWizard()
    await shown.user.type(field('Name'), 'Acme')
    await press(shown, 'Next')
    await stands('Domain')
    await screen.findByText('acme is available.')
    await act(async () => {
      screen.getByRole('button', { name: 'Next' }).click()
      expect(shown.router.state.location.hash).toBe('#locale')
      await shown.router.navigate(-1)
    })
    await stands('Domain')
    expect(shown.router.state.location.hash).toBe('#domain')
  })

  test('shows what an empty field inherits', async () => {
    const shown = await openWizard()
    await shown.user.type(field('Name'), 'Acme')
    await press(shown, 'Next')
    await press(shown, 'Next')
    await stands('Locale and currency')
    const empty = within(field(/^Default locale/)).getAllByRole('option')[0]
    expect(empty).toHaveTextContent('Platform default: English (United States)')
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
    await screen.findByText('acme-1 is available.')
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
    await stands('Domain')
  })

  test('is waited for by Next, which keeps the step where it is taken', async () => {
    const platform = platformOfStores()
    const answer = Promise.withResolvers<{ status: number; body: unknown }>()
    platform.replies.set('GET /stores/available', ({ search }) =>
      search?.get('value') === 'shop'
        ? answer.promise
        : { status: 200, body: { available: true, message: null } },
    )
    const shown = await openWizard(platform)
    await shown.user.type(field('Name'), 'Acme')
    await press(shown, 'Next')
    await stands('Domain')
    await shown.user.clear(field('Subdomain'))
    await shown.user.type(field('Subdomain'), 'shop')
    await press(shown, 'Next')
    expect(await screen.findByRole('button', { name: 'Processing' })).toBeDisabled()
    expect(current()).toHaveTextContent('Domain')
    answer.resolve({ status: 200, body: { available: false, message: 'Subdomain shop is taken' } })
    await waitFor(() => expect(field('Subdomain')).toHaveFocus())
    expect(field('Subdomain')).toHaveAccessibleDescription(/^Subdomain shop is taken/)
    expect(current()).toHaveTextContent('Domain')
    await shown.user.type(field('Subdomain'), '-2')
    await press(shown, 'Next')
    await stands('Locale and currency')
  })

  test('that could not be checked blocks nothing', async () => {
    const platform = platformOfStores()
    platform.replies.set('GET /stores/available', { status: 503 })
    const shown = await openWizard(platform)
    await shown.user.type(field('Name'), 'Acme')
    await screen.findByText(/can't check this right now/)
    await press(shown, 'Next')
    await stands('Domain')
  })
})

describe('creating', () => {
  test('sends everything once, and goes to the new store', async () => {
    const shown = await openReview()
    await press(shown, 'Create store')
    await screen.findByText('Created', { selector: 'p' })
    expect(shown.address()).toBe('/stores/42')
    // What was visited is the palette's.
    expect(Object.keys(sessionStorage).filter((key) => key !== 'visited')).toEqual([])
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
    expect(await screen.findByRole('alert')).toHaveTextContent("The platform isn't responding")
    platform.replies.set('POST /stores', { status: 201, body: { id: 42, version: 1 } })
    await press(shown, 'Create store')
    await screen.findByText('Created', { selector: 'p' })
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
    await shown.user.click(alert.getByRole('button', { name: 'Start over' }))
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
    await waitFor(() => expect(field(/^First admin email/)).toHaveFocus())
    expect(field(/^First admin email/)).toHaveAccessibleDescription('This address is not known')
    expect(screen.getByRole('alert')).toHaveTextContent('Notes are too long')
  })
})

describe('a template store', () => {
  const template = storeRecord({ name: 'Acme Rewards', timeZone: 'Europe/London' })
  const twin = storeRecord({ id: 6, name: 'Acme Rewards', code: 'acme-two', plan: 'enterprise' })
  function platformWith(...records: AnyRecord[]) {
    const platform = platformOfStores()
    platform.replies.set('GET /stores', ({ search }) => {
      const [whole, part] = [search?.get('filter[name][eq]'), search?.get('search')]
      const data = records.filter(({ name }) =>
        whole ? name === whole : String(name).startsWith(part ?? ''),
      )
      return { status: 200, body: { data, page: noPage } }
    })
    platform.replies.set('GET /organisations', { status: 200, body: { data: [], page: noPage } })
    for (const record of records) {
      const path = `/stores/${record.id}`
      platform.replies.set(`GET ${path}`, { status: 200, body: record })
      platform.replies.set(`POST ${path}/duplicate`, { status: 201, body: { id: 42, version: 1 } })
    }
    return platform
  }
  /** Types into a picker, whose script comes when it is entered. */
  async function typeInto({ user }: Shown, label: RegExp, words: string) {
    await user.click(field(label))
    await user.type(await screen.findByRole('combobox', { name: label }), words)
  }
  async function pick(shown: Shown, record: AnyRecord) {
    await typeInto(shown, /^Template store/, 'Acme Rew')
    const words = new RegExp(String(record['code']))
    await shown.user.click(await screen.findByRole('option', { name: words }))
  }

  test('puts what it holds into the boxes, and that is created', async () => {
    const shown = await openWizard(platformWith(template, twin))
    await shown.user.type(field('Name'), 'Acme Gifts')
    await pick(shown, twin)
    await waitFor(() => expect(field('Plan')).toHaveValue('enterprise'))
    expect(field('Plan')).toHaveAccessibleDescription('In the template: Enterprise')
    expect(field(/^Organization(?!s)/)).toHaveValue('Acme Group')
    await press(shown, 'Next')
    await press(shown, 'Next')
    await stands('Locale and currency')
    expect(field(/^Time zone/)).toHaveValue('Europe/London')
    await shown.user.selectOptions(field(/^Time zone/), 'Europe/Paris')
    for (let left = 4; left > 0; left--) await press(shown, 'Next')
    await screen.findByRole('heading', { name: 'Review' })
    expect(screen.getByText('Acme Group')).toBeVisible()
    await press(shown, 'Create store')
    await screen.findByText('Created', { selector: 'p' })
    const { path, body } = created(shown)[0] ?? {}
    expect(path).toBe('/stores/6/duplicate')
    expect(body).toMatchObject({
      values: {
        name: 'Acme Gifts',
        plan: 'enterprise',
        organisationId: 3,
        timeZone: 'Europe/Paris',
      },
    })
  })

  test('gives member groups to who may write them alone', async () => {
    const platform = platformWith(template, twin)
    const more = { permissions: ['storesRead'], facts: { enforcePermissions: true } }
    const shown = { ...(await renderConsole('/stores/create', { platform, ...more })), platform }
    await shown.user.type(await screen.findByLabelText('Name'), 'Acme Gifts')
    await pick(shown, twin)
    await waitFor(() => expect(field('Plan')).toHaveValue('enterprise'))
    expect(screen.getByRole('checkbox', { name: 'Brand' })).toBeChecked()
    expect(screen.queryByRole('checkbox', { name: 'Member groups' })).toBeNull()
    for (let left = 6; left > 0; left--) await press(shown, 'Next')
    await screen.findByRole('heading', { name: 'Review' })
    await press(shown, 'Create store')
    await waitFor(() => expect(created(shown)).toHaveLength(1))
    expect(created(shown)[0]?.body).toMatchObject({
      sections: ['general', 'locale', 'brand', 'access', 'integrations'],
    })
  })

  test('that two are called: neither is taken, one is chosen in its step', async () => {
    const shown = await openWizard(platformWith(template, twin))
    await shown.user.type(field('Name'), 'Acme Gifts')
    await typeInto(shown, /^Template store/, 'Acme Rewards')
    await press(shown, 'Next')
    expect(current()).toHaveTextContent('Identity')
    await waitFor(() => expect(field(/^Template store/)).toBeInvalid())
    expect(field(/^Template store/)).toHaveAccessibleDescription(
      /^Template store: 2 records are named "Acme Rewards"/,
    )
    await shown.user.click(await screen.findByRole('radio', { name: /acme-two/ }))
    await waitFor(() => expect(field('Plan')).toHaveValue('enterprise'))
    await press(shown, 'Next')
    await stands('Domain')
  })

  test.each([/^Template store/, /^Organization(?!s)/])(
    'or an organisation that does not exist is refused when it is left, and in its step: %s',
    async (label) => {
      const shown = await openWizard(platformWith(template))
      await shown.user.type(field('Name'), 'Acme Gifts')
      await typeInto(shown, label, 'Gone')
      await shown.user.tab()
      await waitFor(() => expect(field(label)).toHaveAccessibleDescription(/nothing named "Gone"/))
      await press(shown, 'Next')
      await waitFor(() => expect(field(label)).toHaveFocus())
      expect(current()).toHaveTextContent('Identity')
      expect(field('Name')).toHaveValue('Acme Gifts')
      await shown.user.clear(field(label))
      await press(shown, 'Next')
      await stands('Domain')
    },
  )

  test('that cannot be read fills the fields without saying what with', async () => {
    const platform = platformWith(template)
    platform.replies.set('GET /stores/5', { status: 503 })
    const shown = await openWizard(platform)
    await shown.user.type(field('Name'), 'Acme Gifts')
    await pick(shown, template)
    await waitFor(() =>
      expect(within(field('Plan')).getAllByRole('option')[0]).toHaveTextContent(
        'From the template',
      ),
    )
    expect(field(/^Organization(?!s)/)).toHaveAccessibleDescription(
      "Leave blank to use the template's value.",
    )
    await press(shown, 'Next')
    await stands('Domain')
  })

  test('that is given up takes what it filled along', async () => {
    const shown = await openWizard(platformWith(template, twin))
    await pick(shown, twin)
    await waitFor(() => expect(field('Plan')).toHaveValue('enterprise'))
    await typeInto(shown, /^Template store/, '2')
    await waitFor(() => expect(field('Plan')).toHaveValue('growth'))
    expect(field(/^Organization(?!s)/)).toHaveValue('')
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
