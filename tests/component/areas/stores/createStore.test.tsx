import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { createMemoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import type { MemoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { emptyPage, buildStore } from '#tests/support/servers/storePlatform.ts'

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

/** Returns a platform that creates any store and says that every value is available. */
function createStoresPlatform(): MemoryPlatform {
  const platform = createMemoryPlatform()
  platform.replies.set('GET /storeDefaults/1', { status: 200, body: defaults })
  platform.replies.set('GET /stores/available', {
    status: 200,
    body: { available: true, message: null },
  })
  platform.replies.set('POST /stores', { status: 201, body: { id: 42, version: 1 } })
  return platform
}

const openWizard = (platform = createStoresPlatform()) =>
  renderConsole('/stores/create', { platform })
type Wizard = Awaited<ReturnType<typeof openWizard>>

const getField = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
/** Waits for the button, which appears once the previous action is done. */
const pressButton = async ({ user }: Wizard, name: string) =>
  user.click(await screen.findByRole('button', { name }))
const getSteps = () => within(screen.getByRole('navigation', { name: 'Steps' }))
const getCurrentStep = () => getSteps().getByRole('listitem', { current: 'step' })
const waitForStep = (step: string) =>
  waitFor(() => expect(getCurrentStep()).toHaveTextContent(step))
const getStoreWrites = ({ platform }: Wizard) =>
  platform.writes().filter(({ path }) => path.startsWith('/stores'))

/** Opens the review step for a store named Acme. */
async function openReview(platform?: MemoryPlatform) {
  const wizard = await openWizard(platform)
  await wizard.user.type(getField('Name'), 'Acme')
  for (let remaining = 6; remaining > 0; remaining--) await pressButton(wizard, 'Next')
  await screen.findByRole('heading', { name: 'Review' })
  return wizard
}

test('opening the wizard from another page focuses the first heading', async () => {
  const { router } = await renderConsole('/stickers', { platform: createStoresPlatform() })
  await router.navigate('/stores/create')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Identity' })).toHaveFocus())
})

describe('A step', () => {
  test('is marked in the list, and Next opens the next step once it is valid', async () => {
    const wizard = await openWizard()
    expect(getCurrentStep()).toHaveTextContent('Identity')
    await pressButton(wizard, 'Next')
    await waitFor(() => expect(getField('Name')).toHaveFocus())
    expect(getField('Name')).toHaveAccessibleDescription('Name is a required field')
    await wizard.user.type(getField('Name'), 'Acme')
    await pressButton(wizard, 'Next')
    await waitForStep('Domain')
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Domain' })).toHaveFocus())
    expect(wizard.address()).toBe('/stores/create')
    expect(wizard.router.state.location.hash).toBe('#domain')
  })

  test('with an error is marked in the list and blocks creating the store', async () => {
    const wizard = await openReview()
    await pressButton(wizard, 'Edit Domain')
    await wizard.user.clear(getField('Subdomain'))
    await wizard.user.click(getSteps().getByRole('button', { name: /^Review/ }))
    expect(getSteps().getByRole('button', { name: /Domain needs attention/ })).toBeVisible()
    await pressButton(wizard, 'Create store')
    await waitFor(() => expect(getField('Subdomain')).toHaveFocus())
    expect(getStoreWrites(wizard)).toEqual([])
  })

  test('goes back when Back is pressed before the next step renders', async () => {
    const wizard = await openWizard()
    await wizard.user.type(getField('Name'), 'Acme')
    await pressButton(wizard, 'Next')
    await waitForStep('Domain')
    await screen.findByText('acme is available.')
    await act(async () => {
      screen.getByRole('button', { name: 'Next' }).click()
      expect(wizard.router.state.location.hash).toBe('#locale')
      await wizard.router.navigate(-1)
    })
    await waitForStep('Domain')
    expect(wizard.router.state.location.hash).toBe('#domain')
  })

  test('shows the default that an empty field inherits', async () => {
    const wizard = await openWizard()
    await wizard.user.type(getField('Name'), 'Acme')
    await pressButton(wizard, 'Next')
    await pressButton(wizard, 'Next')
    await waitForStep('Locale and currency')
    const empty = within(getField(/^Default locale/)).getAllByRole('option')[0]
    expect(empty).toHaveTextContent('Platform default: English (United States)')
  })

  test('works on a platform without defaults', async () => {
    const platform = createStoresPlatform()
    platform.replies.delete('GET /storeDefaults/1')
    await openReview(platform)
    expect(screen.queryByText(/Platform default/)).not.toBeInTheDocument()
  })
})

describe('Unique values', () => {
  test('a value is checked once after typing stops and reported as available', async () => {
    const { user, platform } = await openWizard()
    await user.type(getField('Code'), 'acme-1')
    await screen.findByText('acme-1 is available.')
    const values = platform.requests
      .filter(({ path, search }) => path === '/stores/available' && search?.get('field') === 'code')
      .map(({ search }) => search?.get('value'))
    expect(values).toEqual(['acme-1'])
  })

  test('a taken value blocks the step until it changes', async () => {
    const platform = createStoresPlatform()
    platform.replies.set('GET /stores/available', ({ search }) => ({
      status: 200,
      body: { available: search?.get('value') !== 'acme', message: 'Code acme is taken' },
    }))
    const wizard = await openWizard(platform)
    await wizard.user.type(getField('Name'), 'Acme')
    await waitFor(() => expect(getField('Code')).toBeInvalid())
    expect(getField('Code')).toHaveAccessibleDescription(/^Code acme is taken/)
    await pressButton(wizard, 'Next')
    expect(getCurrentStep()).toHaveTextContent('Identity')
    await wizard.user.type(getField('Code'), '2')
    await pressButton(wizard, 'Next')
    await waitForStep('Domain')
  })

  test('Next waits for the check and stays on the step if the value is taken', async () => {
    const platform = createStoresPlatform()
    const check = Promise.withResolvers<{ status: number; body: unknown }>()
    platform.replies.set('GET /stores/available', ({ search }) =>
      search?.get('value') === 'shop'
        ? check.promise
        : { status: 200, body: { available: true, message: null } },
    )
    const wizard = await openWizard(platform)
    await wizard.user.type(getField('Name'), 'Acme')
    await pressButton(wizard, 'Next')
    await waitForStep('Domain')
    await wizard.user.clear(getField('Subdomain'))
    await wizard.user.type(getField('Subdomain'), 'shop')
    await pressButton(wizard, 'Next')
    expect(await screen.findByRole('button', { name: 'Processing' })).toBeDisabled()
    expect(getCurrentStep()).toHaveTextContent('Domain')
    check.resolve({ status: 200, body: { available: false, message: 'Subdomain shop is taken' } })
    await waitFor(() => expect(getField('Subdomain')).toHaveFocus())
    expect(getField('Subdomain')).toHaveAccessibleDescription(/^Subdomain shop is taken/)
    expect(getCurrentStep()).toHaveTextContent('Domain')
    await wizard.user.type(getField('Subdomain'), '-2')
    await pressButton(wizard, 'Next')
    await waitForStep('Locale and currency')
  })

  test("a value that couldn't be checked blocks nothing", async () => {
    const platform = createStoresPlatform()
    platform.replies.set('GET /stores/available', { status: 503 })
    const wizard = await openWizard(platform)
    await wizard.user.type(getField('Name'), 'Acme')
    await screen.findByText(/can't check this right now/)
    await pressButton(wizard, 'Next')
    await waitForStep('Domain')
  })
})

describe('Creating a store', () => {
  test('sends one request and opens the new store', async () => {
    const wizard = await openReview()
    await pressButton(wizard, 'Create store')
    await screen.findByText('Created', { selector: 'p' })
    expect(wizard.address()).toBe('/stores/42')
    // The command palette saves visited pages.
    expect(Object.keys(sessionStorage).filter((key) => key !== 'visited')).toEqual([])
    expect(getStoreWrites(wizard)).toEqual([
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
    expect(getStoreWrites(wizard)[0]?.body).not.toHaveProperty('templateId')
  })

  test('a failed request keeps the input and retries with the same idempotency key', async () => {
    const platform = createStoresPlatform()
    platform.replies.set('POST /stores', { status: 502 })
    const wizard = await openReview(platform)
    await pressButton(wizard, 'Create store')
    expect(await screen.findByRole('alert')).toHaveTextContent("The platform isn't responding")
    platform.replies.set('POST /stores', { status: 201, body: { id: 42, version: 1 } })
    await pressButton(wizard, 'Create store')
    await screen.findByText('Created', { selector: 'p' })
    const keys = getStoreWrites(wizard).map(({ idempotencyKey }) => idempotencyKey)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  test('a reused key links to the stores and offers to start over with a new one', async () => {
    const platform = createStoresPlatform()
    platform.replies.set('POST /stores', {
      status: 422,
      body: { status: 422, code: 'key_reused', title: 'No' },
    })
    const wizard = await openReview(platform)
    await pressButton(wizard, 'Create store')
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByRole('link', { name: 'All Stores' })).toHaveAttribute('href', '/stores')
    await wizard.user.click(alert.getByRole('button', { name: 'Start over' }))
    expect(getCurrentStep()).toHaveTextContent('Identity')
    expect(getField('Name')).toHaveValue('')
  })

  test('a rejected field opens its step, and errors without a step show above', async () => {
    const platform = createStoresPlatform()
    platform.replies.set('POST /stores', {
      status: 422,
      body: {
        status: 422,
        code: 'invalid',
        title: 'No',
        fields: { adminEmail: 'This address is not known', notes: 'Notes are too long' },
      },
    })
    const wizard = await openReview(platform)
    await pressButton(wizard, 'Create store')
    await waitFor(() => expect(getField(/^First admin email/)).toHaveFocus())
    expect(getField(/^First admin email/)).toHaveAccessibleDescription('This address is not known')
    expect(screen.getByRole('alert')).toHaveTextContent('Notes are too long')
  })
})

describe('Template stores', () => {
  const template = buildStore({ name: 'Acme Rewards', timeZone: 'Europe/London' })
  const namesake = buildStore({
    id: 6,
    name: 'Acme Rewards',
    code: 'acme-two',
    plan: 'enterprise',
  })
  function createPlatformWithStores(...records: AnyRecord[]) {
    const platform = createStoresPlatform()
    platform.replies.set('GET /stores', ({ search }) => {
      const [whole, part] = [search?.get('filter[name][eq]'), search?.get('search')]
      const data = records.filter(({ name }) =>
        whole ? name === whole : String(name).startsWith(part ?? ''),
      )
      return { status: 200, body: { data, page: emptyPage } }
    })
    platform.replies.set('GET /organisations', { status: 200, body: { data: [], page: emptyPage } })
    for (const record of records) {
      const path = `/stores/${record.id}`
      platform.replies.set(`GET ${path}`, { status: 200, body: record })
      platform.replies.set(`POST ${path}/duplicate`, { status: 201, body: { id: 42, version: 1 } })
    }
    return platform
  }
  /** Types into a picker, whose script loads on focus. */
  async function typeInto({ user }: Wizard, label: RegExp, words: string) {
    await user.click(getField(label))
    await user.type(await screen.findByRole('combobox', { name: label }), words)
  }
  async function selectTemplate(wizard: Wizard, record: AnyRecord) {
    await typeInto(wizard, /^Template store/, 'Acme Rew')
    const words = new RegExp(String(record['code']))
    await wizard.user.click(await screen.findByRole('option', { name: words }))
  }

  test('a template fills the fields, and the store is created as a copy of it', async () => {
    const wizard = await openWizard(createPlatformWithStores(template, namesake))
    await wizard.user.type(getField('Name'), 'Acme Gifts')
    await selectTemplate(wizard, namesake)
    await waitFor(() => expect(getField('Plan')).toHaveValue('enterprise'))
    expect(getField('Plan')).toHaveAccessibleDescription('In the template: Enterprise')
    expect(getField(/^Organization(?!s)/)).toHaveValue('Acme Group')
    await pressButton(wizard, 'Next')
    await pressButton(wizard, 'Next')
    await waitForStep('Locale and currency')
    expect(getField(/^Time zone/)).toHaveValue('Europe/London')
    await wizard.user.selectOptions(getField(/^Time zone/), 'Europe/Paris')
    for (let remaining = 4; remaining > 0; remaining--) await pressButton(wizard, 'Next')
    await screen.findByRole('heading', { name: 'Review' })
    expect(screen.getByText('Acme Group')).toBeVisible()
    await pressButton(wizard, 'Create store')
    await screen.findByText('Created', { selector: 'p' })
    const { path, body } = getStoreWrites(wizard)[0] ?? {}
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

  test('member groups are copied only for an operator who can edit them', async () => {
    const platform = createPlatformWithStores(template, namesake)
    const more = { permissions: ['storesRead'], facts: { enforcePermissions: true } }
    const wizard = { ...(await renderConsole('/stores/create', { platform, ...more })), platform }
    await wizard.user.type(await screen.findByLabelText('Name'), 'Acme Gifts')
    await selectTemplate(wizard, namesake)
    await waitFor(() => expect(getField('Plan')).toHaveValue('enterprise'))
    expect(screen.getByRole('checkbox', { name: 'Brand' })).toBeChecked()
    expect(screen.queryByRole('checkbox', { name: 'Member groups' })).toBeNull()
    for (let remaining = 6; remaining > 0; remaining--) await pressButton(wizard, 'Next')
    await screen.findByRole('heading', { name: 'Review' })
    await pressButton(wizard, 'Create store')
    await waitFor(() => expect(getStoreWrites(wizard)).toHaveLength(1))
    expect(getStoreWrites(wizard)[0]?.body).toMatchObject({
      sections: ['general', 'locale', 'brand', 'access', 'integrations'],
    })
  })

  test("a template with an ambiguous name isn't applied until one is chosen", async () => {
    const wizard = await openWizard(createPlatformWithStores(template, namesake))
    await wizard.user.type(getField('Name'), 'Acme Gifts')
    await typeInto(wizard, /^Template store/, 'Acme Rewards')
    await pressButton(wizard, 'Next')
    expect(getCurrentStep()).toHaveTextContent('Identity')
    await waitFor(() => expect(getField(/^Template store/)).toBeInvalid())
    expect(getField(/^Template store/)).toHaveAccessibleDescription(
      /^Template store: 2 records are named "Acme Rewards"/,
    )
    await wizard.user.click(await screen.findByRole('radio', { name: /acme-two/ }))
    await waitFor(() => expect(getField('Plan')).toHaveValue('enterprise'))
    await pressButton(wizard, 'Next')
    await waitForStep('Domain')
  })

  test.each([/^Template store/, /^Organization(?!s)/])(
    "a record that doesn't exist is rejected on blur and by Next: %s",
    async (label) => {
      const wizard = await openWizard(createPlatformWithStores(template))
      await wizard.user.type(getField('Name'), 'Acme Gifts')
      await typeInto(wizard, label, 'Gone')
      await wizard.user.tab()
      await waitFor(() =>
        expect(getField(label)).toHaveAccessibleDescription(/nothing named "Gone"/),
      )
      await pressButton(wizard, 'Next')
      await waitFor(() => expect(getField(label)).toHaveFocus())
      expect(getCurrentStep()).toHaveTextContent('Identity')
      expect(getField('Name')).toHaveValue('Acme Gifts')
      await wizard.user.clear(getField(label))
      await pressButton(wizard, 'Next')
      await waitForStep('Domain')
    },
  )

  test("a template that can't be loaded fills the fields without showing its values", async () => {
    const platform = createPlatformWithStores(template)
    platform.replies.set('GET /stores/5', { status: 503 })
    const wizard = await openWizard(platform)
    await wizard.user.type(getField('Name'), 'Acme Gifts')
    await selectTemplate(wizard, template)
    await waitFor(() =>
      expect(within(getField('Plan')).getAllByRole('option')[0]).toHaveTextContent(
        'From the template',
      ),
    )
    expect(getField(/^Organization(?!s)/)).toHaveAccessibleDescription(
      "Leave blank to use the template's value.",
    )
    await pressButton(wizard, 'Next')
    await waitForStep('Domain')
  })

  test('clearing a template also clears the values it filled', async () => {
    const wizard = await openWizard(createPlatformWithStores(template, namesake))
    await selectTemplate(wizard, namesake)
    await waitFor(() => expect(getField('Plan')).toHaveValue('enterprise'))
    await typeInto(wizard, /^Template store/, '2')
    await waitFor(() => expect(getField('Plan')).toHaveValue('growth'))
    expect(getField(/^Organization(?!s)/)).toHaveValue('')
  })
})

test("a draft of another user isn't shown", async () => {
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
  expect(getField('Name')).toHaveValue('')
  expect(screen.queryByText(/Draft restored/)).not.toBeInTheDocument()
})

test('a draft of this user continues at its step', async () => {
  sessionStorage.setItem(
    'draft.7.stores.create',
    JSON.stringify({
      values: { name: 'Acme', code: 'acme', subdomain: 'shop' },
      step: 'domain',
      reached: 'locale',
      writeKey: 'kept',
    }),
  )
  const wizard = await openWizard()
  expect(await screen.findByText(/Draft restored/)).toBeVisible()
  expect(getCurrentStep()).toHaveTextContent('Domain')
  expect(getField('Subdomain')).toHaveValue('shop')
  expect(getSteps().getByRole('button', { name: /^Locale/ })).toBeVisible()
  expect(wizard.router.state.location.hash).toBe('#domain')
})
