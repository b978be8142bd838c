import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDnsServer } from '#tests/api/support/dns.ts'
import type { Zone } from '#tests/api/support/dns.ts'
import { setupsServing } from '#tests/api/support/setups.ts'
import { storeValues } from '#tests/api/support/stores.ts'
import { pageFaults } from '#tests/support/browser/axe.ts'
import { hydrated, openPage, panelOf, signedInAt, withStack } from '#tests/support/servers/stack.ts'

const zone: Zone = new Map()
const dns = await startDnsServer(zone)
afterAll(() => dns[Symbol.asyncDispose]())
const stack = withStack({}, { DNS_SERVERS: dns.address })

/** The cookies of one sign-in, for every test. */
let session: Awaited<ReturnType<BrowserContext['storageState']>>
beforeAll(async () => {
  await using context = await stack.visit()
  await signedInAt(context, '/dashboard')
  session = await context.storageState()
})

type Visit = Parameters<typeof stack.visit>[0]

/** A signed-in visitor at a tab of a store of its own. */
async function atStore(tab: string, values: Record<string, unknown> = {}, options: Visit = {}) {
  const context = await stack.visit({ storageState: session, ...options })
  const answer = await context.request.post('/api/stores', { data: storeValues(values) })
  expect(answer.status()).toBe(201)
  const made = await answer.json()
  const { page, faults } = await openPage(context)
  const path = `/stores/${made.id}${tab && `?tab=${tab}`}`
  const open = async (visited: Page) => {
    await visited.goto(path)
    if (options.javaScriptEnabled !== false) await hydrated(visited)
  }
  await open(page)
  return {
    page,
    faults,
    context,
    path,
    open,
    id: Number(made.id),
    code: String(made.code),
    now: async () => (await context.request.get(`/api/stores/${made.id}`)).json(),
    [Symbol.asyncDispose]: () => context.close(),
  }
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

describe('an operator changes a store', () => {
  test('saves, and the page shows what was saved', async () => {
    await using at = await atStore('general')
    const { page } = at
    await page.getByLabel('Name', { exact: true }).fill('Renamed store')
    await page.getByLabel('Notes').fill('Called on Monday')
    await page.getByText('Unsaved: Name').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText(/^Saved /).waitFor()
    await page.getByRole('heading', { name: 'Renamed store' }).waitFor()
    expect(await page.title()).toBe('Renamed store · Store details · Operator console')
    expect(new URL(page.url()).search).toBe('?tab=general')
    expect(await at.now()).toMatchObject({ name: 'Renamed store', notes: 'Called on Monday' })
    await page.reload()
    expect(await page.getByLabel('Notes').inputValue()).toBe('Called on Monday')
    expect(at.faults).toEqual([])
  })

  test('proves an own domain: first DNS has nothing, then it is verified', async () => {
    const domain = `${randomUUID()}.example.org`
    await using at = await atStore('domains')
    const { page } = at
    await page.getByLabel('Custom domain').fill(domain)
    await save(page)
    await page.getByText("isn't verified yet").waitFor()
    expect(await page.getByText('You have unsaved changes').count()).toBe(0)
    await page.getByRole('button', { name: 'Verify domain' }).click()
    await page.getByText(`The domain name ${domain} doesn't exist.`).waitFor()
    const { records } = await (await at.context.request.get(`/api/stores/${at.id}/domain`)).json()
    for (const { type, name, value } of records) zone.set(`${type} ${name}`, [value])
    await page.getByRole('button', { name: 'Verify domain' }).click()
    await page.getByText('All records are valid. The domain is verified.').waitFor()
    expect(await page.getByText('The record is valid.').count()).toBe(2)
    await page.reload()
    await page.getByText(/^Verified on /).waitFor()
    expect(at.faults).toEqual([])
  })
})

describe('an operator stops a store', () => {
  test('suspends it with a reason, and activates it again', async () => {
    await using at = await atStore('danger')
    const { page } = at
    const panel = panelOf(page)
    const submit = (name: string) => panel.getByRole('button', { name }).click()
    await section(page, 'Activate').getByRole('link').click()
    // A new store: its checklist says so too.
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
        .getByRole('heading', { name: `Store ${at.code}` })
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
    expect(await at.now()).toMatchObject({ status: 'suspended' })
    await page.getByText('Actions', { exact: true }).click()
    await page.getByRole('link', { name: 'Activate' }).click()
    await submit('Activate')
    await expect.poll(() => at.now()).toMatchObject({ status: 'active' })
  })

  test('deletes it only by its code, and can restore it while it is held', async () => {
    await using at = await atStore('danger')
    const { page } = at
    const deletion = section(page, 'Delete store')
    const code = deletion.getByLabel(`Enter the code "${at.code}" to confirm`)
    await code.fill('another-code')
    // Held back: pressed, it leads to the field.
    await deletion.getByRole('button').and(page.locator('[aria-disabled=true]')).focus()
    await page.keyboard.press('Enter')
    await deletion.getByText("Enter the store's code first.").waitFor()
    expect(await code.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await code.inputValue()).toBe('another-code')
    expect(await at.now()).toMatchObject({ deleteAfter: null })
    await code.fill(at.code)
    await deletion.getByRole('button').click()
    await page.getByText(/^This store will be deleted on /).waitFor()
    expect(await at.now()).toMatchObject({ status: 'archived' })

    const listed = await at.context.newPage()
    await listed.goto(`/stores?filter[held][eq]=1&search=${at.code}`)
    await listed.getByText(/^Archived, will be deleted on \d\d\/\d\d\/\d{4}$/).waitFor()
    await listed.close()

    await page.getByRole('link', { name: 'General' }).click()
    await page.getByLabel('Notes').waitFor()
    expect(await page.getByLabel('Notes').isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Restore store' }).click()
    await page.getByText(/^Restored /).waitFor()
    expect(new URL(page.url()).search).toBe('?tab=general')
    expect(await at.now()).toMatchObject({ status: 'draft', deleteAfter: null })
    await expect.poll(() => page.getByLabel('Notes').isEnabled()).toBe(true)
    expect(at.faults).toEqual([])
  })
})

test('credits and integrations of a store are read, each in a tab of its own', async () => {
  await using at = await atStore('', { type: 'points' })
  const { page } = at
  const bar = page.getByRole('navigation', { name: 'Store sections' })
  await bar.getByRole('link', { name: 'Credits' }).click()
  await page.getByRole('heading', { name: 'No credits yet' }).waitFor()

  const { context } = at
  const { data: stores } = await (await context.request.get('/api/stores?limit=50')).json()
  const sums = await Promise.all(
    stores.map(async ({ id }: { id: number }) => ({
      id,
      ...(await (
        await context.request.get(`/api/creditEntries?filter[storeId][eq]=${id}&limit=1`)
      ).json()),
    })),
  )
  const most = sums.toSorted((one, other) => other.page.total - one.page.total)[0]
  expect(most.page.total).toBeGreaterThan(0)
  await page.goto(`/stores/${most.id}?tab=credits`)
  await hydrated(page)
  await section(page, "This store's credits")
    .getByText(/^Outstanding/)
    .first()
    .waitFor()
  const ledger = page.getByRole('region', { name: 'ledger entries', exact: true })
  await ledger
    .getByRole('row', { name: new RegExp(most.data[0].labels.memberId) })
    .first()
    .waitFor()
  expect(await ledger.getByRole('row').count()).toBe(1 + Math.min(50, most.page.total))
  expect(await pageFaults(page)).toEqual([])

  await bar.getByRole('link', { name: 'Integrations' }).click()
  await page.waitForURL(/tab=integrations/)
  await section(page, 'Integrations')
    .getByRole('link', { name: /: Email$/ })
    .click()
  await page.waitForURL(/\/smtpSettings/)
  expect(at.faults).toEqual([])
})

test('duplicates a store by sections', async () => {
  await using at = await atStore('', { tags: ['pilot'], timeZone: 'Europe/Paris' })
  const { page } = at
  await page.getByText('Actions', { exact: true }).click()
  await page.getByRole('link', { name: 'Duplicate' }).click()
  await page.getByLabel('Code').fill(at.code)
  await page.getByLabel('Subdomain').fill(`${at.code}-2`.slice(-41))
  await page.getByRole('checkbox', { name: /^Locale and currency/ }).uncheck()
  await page.getByRole('button', { name: 'Duplicate store' }).click()
  await page.getByText('Code is already used').waitFor()
  expect(await page.getByRole('checkbox', { name: /^Locale and currency/ }).isChecked()).toBe(false)
  const code = randomUUID()
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Duplicate store' }).click()
  await page.getByText('Duplicated as').waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1)
  expect(Number(id)).not.toBe(at.id)
  expect(await (await at.context.request.get(`/api/stores/${id}`)).json()).toMatchObject({
    code,
    status: 'draft',
    tags: ['pilot'],
    timeZone: null,
  })
})

test('each tab has an address, and Back leads through them', async () => {
  await using at = await atStore('')
  const { page } = at
  const shown = () =>
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
  expect(await shown()).toBe('Brand')
  await page.goBack()
  await section(page, 'Recent changes').waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect(await shown()).toBe('Overview')
  expect(at.faults).toEqual([])
})

test('a tab opened by a click leaves the one before in its place until all of it is there', async () => {
  await using at = await atStore('')
  const { page } = at
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/stores/*', async (route) => {
    await released
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/stores/*')
  await page.getByRole('link', { name: 'General' }).click()
  await asked
  expect(await section(page, 'Recent changes').isVisible()).toBe(true)
  expect(await page.getByLabel('Notes').count()).toBe(0)
  release()
  await page.getByLabel('Notes').waitFor()
  expect(await section(page, 'Recent changes').count()).toBe(0)
  expect(at.faults).toEqual([])
})

test('a store that refuses payments: the list, its overview, the fix and the log agree', async () => {
  await using context = await stack.visit({ storageState: session })
  const { page, faults } = await openPage(context)
  const query = 'limit=1&sort=-failedPayments7d&filter[failing][eq]=1'
  const { data } = await (await context.request.get(`/api/stores?${query}`)).json()
  const [store] = data
  await page.goto(`/stores/${store.id}`)
  await hydrated(page)
  await page.getByRole('heading', { name: `${store.readiness}% ready` }).waitFor()
  await page.getByText(/^The provider rejects every payment/).waitFor()
  await page.getByRole('link', { name: 'Fix: Payment' }).click()
  // The set-up says which store led there, and the way back to it.
  await page.waitForURL(/\/payment-setup\/\d+\/details\?\S*of=\d+&fix=payment#\S+$/)
  await page.getByRole('link', { name: 'Back to the store' }).waitFor()

  await page.goto(`/stores/${store.id}?tab=logs&filter[stream][eq]=errors`)
  await hydrated(page)
  const refused = page.getByRole('row', { name: /Payment provider rejected/ })
  expect(await refused.count()).toBe(1)
  await refused.getByText('Payment provider rejected').click()
  const panel = page.locator('[data-open-panel]')
  await panel.getByText('HTTP 403, 901: Invalid Merchant Account').waitFor()
  await panel.getByRole('link', { name: 'Close' }).click()
  await page.getByRole('link', { name: /^\d+ times. Show each entry$/ }).click()
  await page.getByText('All entries for this failure, newest first.').waitFor()
  await expect.poll(() => refused.count()).toBeGreaterThan(10)
  expect(faults).toEqual([])
})

test('each integration that fails leads to its screen, with the failing field in focus', async () => {
  await using at = await atStore('')
  const { page, context } = at
  const send = async (path: string, data: object) => {
    const answer = await context.request.post(`/api${path}`, { data })
    expect([answer.ok(), await answer.text()]).toEqual([true, expect.anything()])
    return answer.json()
  }
  const { data: old } = await (await context.request.get('/api/giftCardSetup')).json()
  for (const [name, values] of setupsServing(at)) {
    const live = old.find(({ environment }: { environment: string }) => environment === 'live')
    const isThere = name === 'giftCardSetup' && live
    const { id } = isThere ? live : await send(`/${name}`, values)
    if (isThere) {
      const headers = { 'if-match': `"${live.version}"` }
      const data = { storeIds: [...live.storeIds, at.id] }
      const serve = (reach = '') =>
        context.request.patch(`/api/giftCardSetup/${id}?reach=${reach}`, { data, headers })
      const { reach } = await (await serve()).json()
      expect((await serve(reach.token)).ok()).toBe(true)
    }
    if (name === 'smtpSettings') {
      const { version } = await at.now()
      const headers = { 'if-match': `"${version}"` }
      const data = { smtpSettingsId: id }
      expect((await context.request.patch(`/api/stores/${at.id}`, { data, headers })).ok()).toBe(
        true,
      )
    }
    const { job } = await send(
      `/${name}/${id}/test`,
      name === 'smtpSettings' ? { to: 'a@b.example' } : {},
    )
    const ended = async () => (await (await context.request.get(`/api/jobs/${job}`)).json()).status
    await expect.poll(ended, { timeout: 30_000 }).toMatch(/done|failed/)
  }
  const fields = {
    Email: 'field-host',
    SSO: 'field-issuer',
    Payment: 'field-testSecretKey',
    // Its provider can't be reached here, which no field mends.
    'Gift cards': 'test',
    'Mobile SSO': 'field-issuer',
  }
  for (const [label, target] of Object.entries(fields)) {
    await page.goto(`${at.path}?tab=integrations`)
    await hydrated(page)
    await section(page, 'Integrations')
      .getByRole('link', { name: new RegExp(`: ${label}$`) })
      .click()
    await page.waitForURL((url) => url.hash === `#${target}`)
    const focused = () =>
      page.evaluate((id) => document.getElementById(id)?.contains(document.activeElement), target)
    await expect.poll(focused, { message: label }).toBe(true)
    await page.reload()
    await hydrated(page)
    await expect.poll(focused, { message: `${label}, loaded` }).toBe(true)
  }
  await page.goto(`${at.path}?tab=integrations`)
  await page.getByRole('link', { name: /: Print on demand$/ }).click()
  await page.waitForURL(/\/printfulSetup\?/)
  expect(at.faults).toEqual([])
})

test('the logs say what was changed', async () => {
  await using at = await atStore('general')
  const { page } = at
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
  expect(at.faults).toEqual([])
})

test('without JavaScript: edit, be refused, reset, suspend, delete and restore', async () => {
  await using at = await atStore(
    'locale',
    { timeZone: 'Europe/Paris' },
    {
      javaScriptEnabled: false,
    },
  )
  const { page } = at
  await page.getByRole('button', { name: 'Reset to platform default: Time zone' }).click()
  await page.getByText(/^Reset .* to the platform default/).waitFor()
  expect(await at.now()).toMatchObject({ timeZone: null })

  await page.getByRole('link', { name: 'General' }).click()
  await page.getByLabel('Name', { exact: true }).fill('x')
  await page.getByLabel('Notes').fill('Typed without a script')
  await save(page)
  await page.getByText('Name must be at least 2 characters').waitFor()
  expect(await page.getByLabel('Notes').inputValue()).toBe('Typed without a script')
  await page.getByLabel('Name', { exact: true }).fill('Plain store')
  await save(page)
  await page.getByText(/^Saved /).waitFor()
  expect(await at.now()).toMatchObject({ name: 'Plain store', notes: 'Typed without a script' })

  await page.getByRole('link', { name: 'Danger zone' }).click()
  const panel = panelOf(page)
  await section(page, 'Activate').getByRole('link').click()
  await panel.getByRole('button', { name: 'Activate' }).click()
  await page.getByText(/^Changed the status of /).waitFor()
  // The message leads to the actions, whose menu the browser opens.
  await page.getByRole('link', { name: /^Undo the change to / }).click()
  await page.getByRole('link', { name: 'Suspend...', exact: true }).waitFor()
  await page.goBack()
  await section(page, 'Suspend').getByRole('link').click()
  await panel.getByLabel('Reason').fill('Unpaid')
  await panel.getByRole('button', { name: 'Suspend' }).click()
  await page.locator('header', { hasText: 'Suspended' }).first().waitFor()
  await page.getByLabel(/^Enter the code/).fill(at.code)
  await page.getByRole('button', { name: 'Delete store' }).click()
  await page.getByRole('button', { name: 'Restore store' }).click()
  await page.getByText(/^Restored /).waitFor()
  expect(await at.now()).toMatchObject({
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

test('at 360 px the header takes at most 160 px, and what is wrong stands before the figures', async () => {
  const name = 'Brackenfold Logistics Company Store Rotterdam'
  await using at = await atStore('', { name }, { viewport: { width: 360, height: 740 } })
  const edges = (selector: string) =>
    at.page.locator(selector).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return { top, bottom }
    })
  const way = await edges('nav[aria-label="Breadcrumbs"]')
  const title = await edges('h1')
  const tabs = await edges('nav[aria-label="Store sections"]')
  expect(tabs.bottom - way.top).toBeLessThanOrEqual(160)
  expect(title.top).toBeGreaterThanOrEqual(way.bottom)
  expect((await edges('#readiness')).top).toBeLessThan(
    (await edges('[aria-label="The last 30 days"]')).top,
  )
})
