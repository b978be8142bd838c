import { expect, test } from 'vitest'
import { findAxeViolations, findPageDefects } from '#tests/support/browser/axe.ts'
import {
  waitForHydration,
  getNotification,
  openPage,
  getPanel,
  openSignedIn,
  withStack,
} from '#tests/support/servers/stack.ts'

const stack = withStack()

test('credits that expire soon are expired with a reason, one entry directly and two by a job', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/credits')
  const findFirst = async (path: string) =>
    (await (await context.request.get(`/api${path}`)).json()).data[0]
  const store = await findFirst('/stores?filter[type][eq]=points&sort=-members&limit=25')
  const member = await findFirst(`/members?filter[storeId][eq]=${store.id}&limit=25`)
  const expiresOn = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
  for (const reason of ['Soon over 1', 'Soon over 2', 'Soon over 3']) {
    const creditFields = { type: 'issue', amount: 20, unit: 'points', reason, expiresOn }
    const data = { ...creditFields, storeId: store.id, memberId: member.id }
    expect((await context.request.post('/api/creditRequests', { data })).status()).toBe(201)
  }
  await page.goto('/credits?search=soon+over')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Expiring within 30 days' }).click()
  await page
    .getByText(/, 20 points left$/)
    .nth(2)
    .waitFor()
  expect(await findPageDefects(page)).toEqual([])
  await page.locator('[data-row]').first().getByRole('link').first().click()
  await getPanel(page)
    .getByRole('link', { name: /^Expire entry: Soon over/ })
    .click()
  await getPanel(page)
    .getByText('The remaining credits from this entry (20 points) expire now')
    .waitFor()
  await getPanel(page).getByRole('button', { name: 'Expire now' }).click()
  await getPanel(page).getByText('Reason is a required field').waitFor()
  await getPanel(page).getByLabel('Reason').fill('Left the company')
  await getPanel(page).getByRole('button', { name: 'Expire now' }).click()
  await getNotification(page, /^Expired the remaining credits in Soon over/).waitFor()
  await expect.poll(() => page.locator('[data-row]').count()).toBe(2)

  await page
    .getByRole('checkbox', { name: /^Select Soon over/ })
    .first()
    .check()
  await page
    .getByRole('checkbox', { name: /^Select Soon over/ })
    .last()
    .check()
  await page.getByRole('link', { name: 'Expire...', exact: true }).click()
  await getPanel(page).getByLabel('Reason').fill('The program has ended')
  await getPanel(page).getByRole('button', { name: 'Preview changes' }).click()
  await getPanel(page).getByText('40 points will expire now for 1 member.').waitFor()
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await findPageDefects(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await getPanel(page)
    .getByRole('button', { name: /^Expire the remaining credits in 2 / })
    .click()
  await getPanel(page).getByText('Finished.').waitFor()
  await getPanel(page).getByRole('heading', { name: '2 done' }).waitFor()
  await page.goto('/credits?search=program+has+ended')
  await page
    .getByRole('row', { name: /-20 points/ })
    .nth(1)
    .waitFor()
  expect(faults).toEqual([])
})

test("an operator issues and reverses credits, sets a limit, and approves another operator's request", async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/credits')
  const findFirst = async (path: string) =>
    (await (await context.request.get(`/api${path}`)).json()).data[0]
  const store = await findFirst('/stores?filter[type][eq]=points&sort=-members&limit=25')
  const member = await findFirst(`/members?filter[storeId][eq]=${store.id}&limit=25`)

  await page.getByRole('link', { name: 'Issue or debit credits', exact: true }).click()
  await page.waitForURL(/requests&create/)
  const form = getPanel(page)
  await form.getByLabel('Store', { exact: true }).fill(store.name)
  await page
    .getByRole('option', { name: new RegExp(store.code) })
    .first()
    .click()
  await form.getByLabel('Member', { exact: true }).fill(member.email)
  await form.getByRole('option', { name: new RegExp(member.email) }).click()
  await form.getByText(/^Balance [\d,]+ points$/).waitFor()
  await form.getByLabel('Amount').fill('120')
  await form.getByText(/^Balance .+ afterward$/).waitFor()
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await form.getByLabel('Reason').fill('A journey through credits')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Created A journey through credits').waitFor()
  await page.getByRole('row', { name: /A journey through credits.*Posted/ }).waitFor()

  await page.goto('/credits?search=journey')
  await waitForHydration(page)
  await page.getByRole('row', { name: /120 points.*A journey/ }).waitFor()
  await page.getByRole('link', { name: 'Reverse entry: A journey through credits' }).click()
  await getPanel(page).getByLabel('Reason').fill('Only a journey')
  await getPanel(page).getByRole('button', { name: 'Reverse' }).click()
  await page.getByText('Reversed A journey through credits').waitFor()

  await page.goto('/credits')
  await waitForHydration(page)
  await page.getByLabel('More', { exact: true }).click()
  await page.getByRole('link', { name: 'Limits' }).click()
  await getPanel(page).getByLabel('Points', { exact: true }).fill('12000')
  await getPanel(page).getByLabel('Reason').fill('The board')
  await getPanel(page).getByRole('button', { name: 'Save', exact: true }).click()
  await getPanel(page)
    .getByText(/^This affects \d+ stores/)
    .waitFor()
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await getPanel(page).getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved').first().waitFor()

  await page.goto('/credits?requests&filter[state][eq]=waiting')
  await waitForHydration(page)
  await page
    .getByRole('link', { name: /^Approve or reject request: / })
    .first()
    .click()
  await getPanel(page)
    .getByText(/A second operator must approve requests/)
    .waitFor()
  await getPanel(page).getByRole('button', { name: 'Approve' }).click()
  await page.getByText(/^Approved /).waitFor()
  expect(faults).toEqual([])

  const storageState = await context.storageState()
  await using plainContext = await stack.visit({ javaScriptEnabled: false, storageState })
  const { page: plainPage } = await openPage(plainContext)
  await plainPage.goto(`/credits?requests&create&begin[memberId]=${member.id}`)
  await getPanel(plainPage).getByLabel('Store', { exact: true }).fill(store.name)
  await getPanel(plainPage).getByLabel('Amount').fill('7')
  await getPanel(plainPage).getByLabel('Reason').fill('Without a script')
  await getPanel(plainPage).getByRole('button', { name: 'Save', exact: true }).click()
  await plainPage.getByRole('row', { name: /Without a script.*7 points.*Posted/ }).waitFor()
})

test('the logs of a store show changes live, are verified, and are exported', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/stores/1/logs')
  const changeNotes = async (notes: string) => {
    const store = await (await context.request.get('/api/stores/1')).json()
    const response = await context.request.patch('/api/stores/1', {
      data: { notes },
      headers: { 'If-Match': String(store.version) },
    })
    expect(response.status()).toBe(200)
  }
  await changeNotes('First')
  await page.getByRole('button', { name: 'Live' }).click()
  const newest = page.locator('[data-row]').first()
  await newest.getByText('Changed store').waitFor()
  const before = await newest.getAttribute('data-row')
  await expect
    .poll(
      async () => {
        await changeNotes(`At ${Date.now()}`)
        return newest.getAttribute('data-row')
      },
      { timeout: 30_000, interval: 1500 },
    )
    .not.toBe(before)
  await newest.click()
  await getPanel(page)
    .getByRole('row', { name: /^Notes/ })
    .waitFor()
  await getPanel(page).getByRole('link', { name: 'Close' }).click()
  await getPanel(page).waitFor({ state: 'detached' })

  await page.goto('/stores/1/logs?verify&filter[stream][eq]=audit')
  await waitForHydration(page)
  await page.getByText(/^All \d+ entries are intact/).waitFor()
  const file = await page.getByRole('link', { name: 'Export as CSV' }).getAttribute('href')
  const csv = await (await context.request.get(file ?? '')).text()
  expect(csv).toContain('id,Time,Store,Event,Changes,Target,Actor,Severity')
  expect(csv).toContain('stores.updated')
  expect(csv).not.toContain(',integrations,')
  expect(faults).toEqual([])

  const storageState = await context.storageState()
  await using plainContext = await stack.visit({ javaScriptEnabled: false, storageState })
  const { page: plainPage } = await openPage(plainContext)
  await plainPage.goto('/stores/1/logs?verify')
  await plainPage.getByText(/^All \d+ entries are intact/).waitFor()
})

test("the platform's logs show sign-ins live, are verified and exported, and get a retention period", async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/users?log')
  await page.getByRole('button', { name: 'Live' }).click()
  const rows = page.locator('[data-row]')
  await rows.filter({ hasText: 'Signed in' }).first().waitFor()
  const request = { data: { email: 'nobody@example.com', password: 'not the password' } }
  await context.request.post('/api/auth/login', request)
  // Chores may log something newer.
  await rows.filter({ hasText: 'Failed sign-in' }).first().click()
  await getPanel(page).getByText('Failed sign-in').first().waitFor()
  expect(await findPageDefects(page)).toEqual([])
  await getPanel(page).getByRole('link', { name: 'Close' }).click()
  await getPanel(page).waitFor({ state: 'detached' })

  await page.goto('/users?log&verify&filter[stream][eq]=security')
  await waitForHydration(page)
  await page.getByText(/^All [\d,]+ entries are intact/).waitFor()
  const file = await page.getByRole('link', { name: 'Export as NDJSON' }).getAttribute('href')
  expect(await (await context.request.get(file ?? '')).text()).toContain('"auth.refused"')
  const checkpoints = page.getByRole('link', { name: 'Export signed checkpoints' })
  expect(await checkpoints.getAttribute('href')).toBe('/api/logChains/0/checkpoints/export')

  await page.goto('/users?log&keep')
  await waitForHydration(page)
  await getPanel(page).getByLabel('Reason').fill('Contract with the auditors')
  await getPanel(page).getByLabel('Months').fill('120')
  await getPanel(page).getByRole('button', { name: 'Save', exact: true }).click()
  await getPanel(page)
    .getByText(/^This affects \d+ stores/)
    .waitFor()
  await getPanel(page).getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved').first().waitFor()
  expect(faults).toEqual([])

  const storageState = await context.storageState()
  const viewport = { width: 360, height: 800 }
  await using plainContext = await stack.visit({ javaScriptEnabled: false, storageState, viewport })
  const { page: plainPage } = await openPage(plainContext)
  for (const path of ['/users?log', '/stores/1/logs', '/stores/1?tab=logs']) {
    await plainPage.goto(path)
    await plainPage.getByText('Any time', { exact: true }).click()
    await plainPage.getByRole('link', { name: 'Last hour' }).click()
    await plainPage.waitForURL(/filter%5Btime%5D|filter\[time\]/)
  }
  await plainPage.goto('/users?log&verify')
  await plainPage.getByText(/^All [\d,]+ entries are intact/).waitFor()
})
