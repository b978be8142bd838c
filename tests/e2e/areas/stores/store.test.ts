import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDnsServer } from '#tests/api/support/dns.ts'
import type { Zone } from '#tests/api/support/dns.ts'
import { buildStoreSetups } from '#tests/api/support/setups.ts'
import { buildStoreValues } from '#tests/api/support/stores.ts'
import { findPageDefects } from '#tests/support/browser/axe.ts'
import {
  waitForHydration,
  openPage,
  getPanel,
  openSignedIn,
  withStack,
} from '#tests/support/servers/stack.ts'

const zone: Zone = new Map()
const dns = await startDnsServer(zone)
afterAll(() => dns[Symbol.asyncDispose]())
const stack = withStack({}, { DNS_SERVERS: dns.address })

/** The cookies of one sign-in, which all tests share. */
let session: Awaited<ReturnType<BrowserContext['storageState']>>
beforeAll(async () => {
  await using context = await stack.visit()
  await openSignedIn(context, '/dashboard')
  session = await context.storageState()
})

type Visit = Parameters<typeof stack.visit>[0]

/** Creates a store and opens a tab of it as a signed-in operator. */
async function openStore(tab: string, values: Record<string, unknown> = {}, options?: Visit) {
  const context = await (options ? stack.visit(options) : stack.reuseContext())
  await context.addCookies(session.cookies)
  const response = await context.request.post('/api/stores', { data: buildStoreValues(values) })
  expect(response.status()).toBe(201)
  const created = await response.json()
  const { page, faults } = await openPage(context)
  const path = `/stores/${created.id}${tab && `?tab=${tab}`}`
  const open = async (visited: Page) => {
    await visited.goto(path)
    if (options?.javaScriptEnabled !== false) await waitForHydration(visited)
  }
  await open(page)
  return {
    page,
    faults,
    context,
    path,
    open,
    id: Number(created.id),
    code: String(created.code),
    load: async () => (await context.request.get(`/api/stores/${created.id}`)).json(),
    [Symbol.asyncDispose]: () => (options ? context.close() : Promise.resolve()),
  }
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const getSection = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

describe('Store details', () => {
  test('are saved, and the page shows the saved values', async () => {
    await using store = await openStore('general')
    const { page } = store
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Renamed store')
    await page.getByLabel('Notes').fill('Called on Monday')
    await page.getByText('Unsaved: Name').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText(/^Saved /).waitFor()
    await page.getByRole('heading', { name: 'Renamed store' }).waitFor()
    expect(await page.title()).toBe('Renamed store · Store details · Operator console')
    expect(new URL(page.url()).search).toBe('?tab=general')
    expect(await store.load()).toMatchObject({ name: 'Renamed store', notes: 'Called on Monday' })
    await page.reload()
    expect(await page.getByLabel('Notes').inputValue()).toBe('Called on Monday')
    expect(store.faults).toEqual([])
  })

  test('include a custom domain, which is verified once DNS has its records', async () => {
    const domain = `${randomUUID()}.example.org`
    await using store = await openStore('domains')
    const { page } = store
    await page.getByLabel('Custom domain').fill(domain)
    await save(page)
    await page.getByText("isn't verified yet").waitFor()
    expect(await page.getByText('You have unsaved changes').count()).toBe(0)
    await page.getByRole('button', { name: 'Verify domain' }).click()
    await page.getByText(`The domain name ${domain} doesn't exist.`).waitFor()
    const { records } = await (
      await store.context.request.get(`/api/stores/${store.id}/domain`)
    ).json()
    for (const { type, name, value } of records) zone.set(`${type} ${name}`, [value])
    await page.getByRole('button', { name: 'Verify domain' }).click()
    await page.getByText('All records are valid. The domain is verified.').waitFor()
    expect(await page.getByText('The record is valid.').count()).toBe(2)
    await page.reload()
    await page.getByText(/^Verified on /).waitFor()
    expect(store.faults).toEqual([])
  })
})

describe('An operator who stops a store', () => {
  test('suspends it with a reason, and activates it again', async () => {
    await using store = await openStore('danger')
    const { page } = store
    const panel = getPanel(page)
    const submit = (name: string) => panel.getByRole('button', { name }).click()
    await getSection(page, 'Activate').getByRole('link').click()
    // The checklist of a new store shows this too.
    await panel.getByText("Members can't pay.").waitFor()
    expect(await panel.getByText('Members can visit and order.').count()).toBe(0)
    await submit('Activate')
    await page
      .getByText(/^Changed the status of /)
      .first()
      .waitFor()
    await page.getByRole('link', { name: 'General' }).click()
    await page.getByLabel('Notes').waitFor()
    await page.getByText('Actions', { exact: true }).click()
    await page.getByRole('link', { name: 'Suspend...' }).click()
    const reason = panel.getByLabel('Reason')
    const hasFocus = () => reason.evaluate((input) => input === document.activeElement)
    await expect.poll(hasFocus).toBe(true)
    expect(
      await page
        .getByRole('heading', { name: `Store ${store.code}` })
        .first()
        .isVisible(),
    ).toBe(true)
    await submit('Suspend')
    await panel.getByText('Reason is a required field').waitFor()
    await expect.poll(hasFocus).toBe(true)
    await reason.fill('Invoices are unpaid')
    await submit('Suspend')
    await page.locator('header', { hasText: 'Suspended' }).first().waitFor()
    expect(new URL(page.url()).searchParams.get('tab')).toBe('general')
    expect(await store.load()).toMatchObject({ status: 'suspended' })
    await page.getByText('Actions', { exact: true }).click()
    await page.getByRole('link', { name: 'Activate' }).click()
    await submit('Activate')
    await expect.poll(() => store.load()).toMatchObject({ status: 'active' })
  })

  test('deletes it only with its code, and can restore it while the deletion is pending', async () => {
    await using store = await openStore('danger')
    const { page } = store
    const deletion = getSection(page, 'Delete store')
    const code = deletion.getByLabel(`Enter the code "${store.code}" to confirm`)
    await code.fill('another-code')
    // The disabled button moves the focus to the field.
    await deletion.getByRole('button').and(page.locator('[aria-disabled=true]')).focus()
    await page.keyboard.press('Enter')
    await deletion.getByText("Enter the store's code first.").waitFor()
    expect(await code.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await code.inputValue()).toBe('another-code')
    expect(await store.load()).toMatchObject({ deleteAfter: null })
    await code.fill(store.code)
    await deletion.getByRole('button').click()
    await page.getByText(/^This store will be deleted on /).waitFor()
    expect(await store.load()).toMatchObject({ status: 'archived' })

    const listPage = await store.context.newPage()
    await listPage.goto(`/stores?filter[held][eq]=1&search=${store.code}`)
    await listPage.getByText(/^Archived, will be deleted on \d\d\/\d\d\/\d{4}$/).waitFor()
    await listPage.close()

    await page.getByRole('link', { name: 'General' }).click()
    await page.getByLabel('Notes').waitFor()
    expect(await page.getByLabel('Notes').isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Restore store' }).click()
    await page.getByText(/^Restored /).waitFor()
    expect(new URL(page.url()).search).toBe('?tab=general')
    expect(await store.load()).toMatchObject({ status: 'draft', deleteAfter: null })
    await expect.poll(() => page.getByLabel('Notes').isEnabled()).toBe(true)
    expect(store.faults).toEqual([])
  })
})

test('a store shows its credits and its integrations in separate tabs', async () => {
  await using store = await openStore('', { type: 'points' })
  const { page } = store
  const sectionNav = page.getByRole('navigation', { name: 'Store sections' })
  await sectionNav.getByRole('link', { name: 'Credits' }).click()
  await page.getByRole('heading', { name: 'No credits yet' }).waitFor()

  const { context } = store
  const { data: stores } = await (await context.request.get('/api/stores?limit=50')).json()
  const ledgers = await Promise.all(
    stores.map(async ({ id }: { id: number }) => ({
      id,
      ...(await (
        await context.request.get(`/api/creditEntries?filter[storeId][eq]=${id}&limit=1`)
      ).json()),
    })),
  )
  const largestLedger = ledgers.toSorted((one, other) => other.page.total - one.page.total)[0]
  expect(largestLedger.page.total).toBeGreaterThan(0)
  await page.goto(`/stores/${largestLedger.id}?tab=credits`)
  await waitForHydration(page)
  await getSection(page, "This store's credits")
    .getByText(/^Outstanding/)
    .first()
    .waitFor()
  const ledger = page.getByRole('region', { name: 'ledger entries', exact: true })
  await ledger
    .getByRole('row', { name: new RegExp(largestLedger.data[0].labels.memberId) })
    .first()
    .waitFor()
  expect(await ledger.getByRole('row').count()).toBe(1 + Math.min(50, largestLedger.page.total))
  expect(await findPageDefects(page)).toEqual([])

  await sectionNav.getByRole('link', { name: 'Integrations' }).click()
  await page.waitForURL(/tab=integrations/)
  await getSection(page, 'Integrations')
    .getByRole('link', { name: /: Email$/ })
    .click()
  await page.waitForURL(/\/smtpSettings/)
  expect(store.faults).toEqual([])
})

test('a store is duplicated with the selected sections', async () => {
  await using store = await openStore('', { tags: ['pilot'], timeZone: 'Europe/Paris' })
  const { page } = store
  await page.getByText('Actions', { exact: true }).click()
  await page.getByRole('link', { name: 'Duplicate' }).click()
  await page.getByLabel('Code').fill(store.code)
  await page.getByLabel('Subdomain').fill(`${store.code}-2`.slice(-41))
  await page.getByRole('checkbox', { name: /^Locale and currency/ }).uncheck()
  await page.getByRole('button', { name: 'Duplicate store' }).click()
  await page.getByText('Code is already used').waitFor()
  expect(await page.getByRole('checkbox', { name: /^Locale and currency/ }).isChecked()).toBe(false)
  const code = randomUUID()
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Duplicate store' }).click()
  await page.getByText('Duplicated as').waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1)
  expect(Number(id)).not.toBe(store.id)
  expect(await (await store.context.request.get(`/api/stores/${id}`)).json()).toMatchObject({
    code,
    status: 'draft',
    tags: ['pilot'],
    timeZone: null,
  })
})

test('each tab has a URL, and Back returns to the previous tab', async () => {
  await using store = await openStore('')
  const { page } = store
  const readCurrentTab = () =>
    page
      .getByRole('navigation', { name: 'Store sections' })
      .locator('[aria-current=page]')
      .innerText()
  await page.getByRole('link', { name: 'Brand' }).click()
  await page.getByLabel('Logo').waitFor()
  await page.getByRole('link', { name: 'Logs', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search log entries' }).waitFor()
  expect(new URL(page.url()).search).toBe('?tab=logs')
  await page.goBack()
  await page.getByLabel('Logo').waitFor()
  expect(await readCurrentTab()).toBe('Brand')
  await page.goBack()
  await getSection(page, 'Recent changes').waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect(await readCurrentTab()).toBe('Overview')
  expect(store.faults).toEqual([])
})

test('a menu lists all tabs while they do not fit', async () => {
  await using store = await openStore('')
  const { page } = store
  const openMenu = page.locator('summary[aria-label="All tabs"]')
  const sectionNav = page.getByRole('navigation', { name: 'Store sections' })
  await sectionNav.getByRole('link', { name: 'General' }).click()
  await page.getByLabel('Notes').waitFor()
  expect(await sectionNav.evaluate((nav) => nav.scrollLeft), 'a visible tab stays').toBe(0)
  await openMenu.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  expect(await page.locator(':focus').innerText()).toBe('Danger zone')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Delete store' }).waitFor()
  expect(new URL(page.url()).search).toBe('?tab=danger')
  expect(await openMenu.isVisible(), 'the tabs are scrolled to their end').toBe(true)
  await page.setViewportSize({ width: 1920, height: 900 })
  await openMenu.waitFor({ state: 'hidden' })
  expect(store.faults).toEqual([])
})

test('a clicked tab replaces the previous one only when it is completely loaded', async () => {
  await using store = await openStore('')
  const { page } = store
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/stores/*', async (route) => {
    await released
    await route.continue()
  })
  const storeRequest = page.waitForRequest('**/api/stores/*')
  await page.getByRole('link', { name: 'General' }).click()
  await storeRequest
  expect(await getSection(page, 'Recent changes').isVisible()).toBe(true)
  expect(await page.getByLabel('Notes').count()).toBe(0)
  release()
  await page.getByLabel('Notes').waitFor()
  expect(await getSection(page, 'Recent changes').count()).toBe(0)
  expect(store.faults).toEqual([])
})

test('a store with rejected payments shows the cause in its overview, links to the fix, and logs the failure', async () => {
  await using context = await stack.visit({ storageState: session })
  const { page, faults } = await openPage(context)
  const query = 'limit=1&sort=-failedPayments7d&filter[failing][eq]=1'
  const { data } = await (await context.request.get(`/api/stores?${query}`)).json()
  const [store] = data
  await page.goto(`/stores/${store.id}`)
  await waitForHydration(page)
  await page.getByRole('heading', { name: `${store.readiness}% ready` }).waitFor()
  await page.getByText(/^The API key can't access the merchant account/).waitFor()
  await page.getByRole('link', { name: 'Fix: Payments' }).click()
  // The setup's URL names the store, and the page links back to it.
  await page.waitForURL(/\/payment-setup\/\d+\/details\?\S*of=\d+&fix=payment#\S+$/)
  await page.getByRole('link', { name: 'Back to the store' }).waitFor()

  await page.goto(`/stores/${store.id}?tab=logs&filter[stream][eq]=errors`)
  await waitForHydration(page)
  const rejectedRows = page.getByRole('row', { name: /Payment provider rejected/ })
  expect(await rejectedRows.count()).toBe(1)
  await rejectedRows.getByText('Payment provider rejected').click()
  const panel = page.locator('[data-open-panel]')
  await panel.getByText('HTTP 403, 901: Invalid Merchant Account').waitFor()
  await panel.getByRole('link', { name: 'Close' }).click()
  await page.getByRole('link', { name: /^\d+ times. Show each entry$/ }).click()
  await page.getByText('All entries for this failure, newest first.').waitFor()
  await expect.poll(() => rejectedRows.count()).toBeGreaterThan(10)
  expect(faults).toEqual([])
})

test('each failing integration links to its screen, which focuses the failing field', async () => {
  await using store = await openStore('')
  const { page, context } = store
  const post = async (path: string, data: object) => {
    const response = await context.request.post(`/api${path}`, { data })
    expect([response.ok(), await response.text()]).toEqual([true, expect.anything()])
    return response.json()
  }
  const { data: giftCardSetups } = await (await context.request.get('/api/giftCardSetup')).json()
  for (const [name, values] of buildStoreSetups(store)) {
    const liveSetup = giftCardSetups.find(
      ({ environment }: { environment: string }) => environment === 'live',
    )
    const isExisting = name === 'giftCardSetup' && liveSetup
    const { id } = isExisting ? liveSetup : await post(`/${name}`, values)
    if (isExisting) {
      const headers = { 'if-match': `"${liveSetup.version}"` }
      const data = { storeIds: [...liveSetup.storeIds, store.id] }
      const assignStore = (reach = '') =>
        context.request.patch(`/api/giftCardSetup/${id}?reach=${reach}`, { data, headers })
      const { reach } = await (await assignStore()).json()
      expect((await assignStore(reach.token)).ok()).toBe(true)
    }
    if (name === 'smtpSettings') {
      const { version } = await store.load()
      const headers = { 'if-match': `"${version}"` }
      const data = { smtpSettingsId: id }
      expect((await context.request.patch(`/api/stores/${store.id}`, { data, headers })).ok()).toBe(
        true,
      )
    }
    const { job } = await post(
      `/${name}/${id}/test`,
      name === 'smtpSettings' ? { to: 'a@b.example' } : {},
    )
    const readJobStatus = async () =>
      (await (await context.request.get(`/api/jobs/${job}`)).json()).status
    await expect.poll(readJobStatus, { timeout: 30_000 }).toMatch(/done|failed/)
  }
  const fields = {
    Email: 'field-host',
    SSO: 'field-issuer',
    Payments: 'field-testSecretKey',
    // Its provider can't be reached here, which no field can fix.
    'Gift cards': 'test',
    'Mobile SSO': 'field-issuer',
  }
  for (const [label, target] of Object.entries(fields)) {
    await page.goto(`${store.path}?tab=integrations`)
    await waitForHydration(page)
    await getSection(page, 'Integrations')
      .getByRole('link', { name: new RegExp(`: ${label}$`) })
      .click()
    await page.waitForURL((url) => url.hash === `#${target}`)
    const hasFocus = () =>
      page.evaluate((id) => document.getElementById(id)?.contains(document.activeElement), target)
    await expect.poll(hasFocus, { message: label }).toBe(true)
    await page.reload()
    await waitForHydration(page)
    await expect.poll(hasFocus, { message: `${label}, loaded` }).toBe(true)
  }
  await page.goto(`${store.path}?tab=integrations`)
  await page.getByRole('link', { name: /: Print on demand$/ }).click()
  await page.waitForURL(/\/printfulSetup\?/)
  expect(store.faults).toEqual([])
})

test('the logs show a change', async () => {
  await using store = await openStore('general')
  const { page } = store
  await page.getByLabel('Notes').fill('For the logs')
  await save(page)
  await page.getByText(/^Saved /).waitFor()
  await page.getByRole('link', { name: 'Logs', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search log entries' }).fill('updated')
  await page.keyboard.press('Enter')
  await page.waitForURL(/search=updated/)
  await page.getByText('Any time', { exact: true }).click()
  await page.getByRole('link', { name: 'Last hour' }).click()
  await page.waitForURL(/search=updated&filter\[time\]\[gte\]=/)
  await page.getByText('Changed store').first().click()
  await page.getByRole('row', { name: /^Notes.*For the logs/ }).waitFor()
  expect(store.faults).toEqual([])
})

test('a store is reset, edited with errors, suspended, deleted, and restored without JavaScript', async () => {
  await using store = await openStore(
    'locale',
    { timeZone: 'Europe/Paris' },
    {
      javaScriptEnabled: false,
    },
  )
  const { page } = store
  await page.getByRole('button', { name: 'Reset to platform default: Time zone' }).click()
  await page.getByText(/^Reset .* to the platform default/).waitFor()
  expect(await store.load()).toMatchObject({ timeZone: null })

  await page.getByRole('link', { name: 'General' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('x')
  await page.getByLabel('Notes').fill('Typed without a script')
  await save(page)
  await page.getByText('Name must be at least 2 characters').waitFor()
  expect(await page.getByLabel('Notes').inputValue()).toBe('Typed without a script')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Plain store')
  await save(page)
  await page.getByText(/^Saved /).waitFor()
  expect(await store.load()).toMatchObject({ name: 'Plain store', notes: 'Typed without a script' })

  await page.getByRole('link', { name: 'Danger zone' }).click()
  const panel = getPanel(page)
  await getSection(page, 'Activate').getByRole('link').click()
  await panel.getByRole('button', { name: 'Activate' }).click()
  await page.getByText(/^Changed the status of /).waitFor()
  // The message links to the actions, and the browser opens their menu.
  await page.getByRole('link', { name: /^Undo the change to / }).click()
  await page.getByRole('link', { name: 'Suspend...', exact: true }).waitFor()
  await page.goBack()
  await getSection(page, 'Suspend').getByRole('link').click()
  await panel.getByLabel('Reason').fill('Unpaid')
  await panel.getByRole('button', { name: 'Suspend' }).click()
  await page.locator('header', { hasText: 'Suspended' }).first().waitFor()
  await page.getByLabel(/^Enter the code/).fill(store.code)
  await page.getByRole('button', { name: 'Delete store' }).click()
  await page.getByRole('button', { name: 'Restore store' }).click()
  await page.getByText(/^Restored /).waitFor()
  expect(await store.load()).toMatchObject({
    status: 'suspended',
    statusReason: 'Unpaid',
    deleteAfter: null,
  })
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('link', { name: 'Fix: First admin', exact: true }).click()
  await expect
    .poll(() =>
      page
        .getByLabel('First admin', { exact: false })
        .first()
        .evaluate((field) => field === document.activeElement),
    )
    .toBe(true)
})

test('the header takes at most 160 px at 360 px, and the readiness comes before the figures', async () => {
  const name = 'Brackenfold Logistics Company Store Rotterdam'
  await using store = await openStore('', { name }, { viewport: { width: 360, height: 740 } })
  const getEdges = (selector: string) =>
    store.page.locator(selector).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return { top, bottom }
    })
  const breadcrumbs = await getEdges('nav[aria-label="Breadcrumbs"]')
  const title = await getEdges('h1')
  const tabs = await getEdges('nav[aria-label="Store sections"]')
  expect(tabs.bottom - breadcrumbs.top).toBeLessThanOrEqual(160)
  expect(title.top).toBeGreaterThanOrEqual(breadcrumbs.bottom)
  expect((await getEdges('#readiness')).top).toBeLessThan(
    (await getEdges('[aria-labelledby="figures-title"]')).top,
  )
})
