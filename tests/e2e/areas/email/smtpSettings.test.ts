import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAxeViolations } from '#tests/support/browser/axe.ts'
import { startMailServer } from '#tests/support/mailServer.ts'
import {
  getNotification,
  openSignedIn,
  signInByApi,
  withStack,
} from '#tests/support/servers/stack.ts'

const stack = withStack({}, { OUTBOUND_ALLOW: '127.0.0.0/8' })
let mailServer: Awaited<ReturnType<typeof startMailServer>>
beforeAll(async () => {
  mailServer = await startMailServer()
})
afterAll(() => mailServer.stop())

test('an SMTP setting is created, tested, fixed, activated, and set as the default', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/smtpSettings?create')
  const panel = page.getByRole('dialog')
  await panel.getByLabel('Name', { exact: true }).fill('Our relay')
  await panel.getByLabel('Provider').selectOption('Mailgun')
  await expect.poll(() => panel.getByLabel('Host').inputValue()).toBe('smtp.mailgun.org')
  expect(await panel.getByLabel('Port').inputValue()).toBe('465')
  expect(await panel.getByLabel('Security').inputValue()).toBe('tls')
  expect(await panel.getByLabel('Name', { exact: true }).inputValue()).toBe('Our relay')
  await panel.getByLabel('Provider').selectOption('SendGrid')
  await expect.poll(() => panel.getByLabel('Port').inputValue()).toBe('587')
  await panel.getByLabel('Host').fill('127.0.0.1')
  await panel.getByLabel('Port').fill(String(mailServer.port))
  await panel.getByLabel('Verify certificate').uncheck()
  await panel.getByLabel('Sign-in').selectOption('login')
  await panel.getByLabel(/^Username/).fill('shop')
  await panel.getByLabel(/^Password/).fill('wrong')
  await panel.getByLabel('From address').fill('shop@example.com')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await getNotification(page, /^Created/).waitFor()
  await panel.waitFor({ state: 'detached' })

  await page.getByLabel('More actions for Our relay').click()
  await page.getByRole('link', { name: 'Test and activate' }).click()
  await panel.getByLabel('Send test to').fill('me@example.com')
  await panel.getByRole('button', { name: 'Test' }).click()
  await panel
    .locator('[data-outcome="failed"]')
    .getByText('The mail server rejected the username or password. Enter them again.')
    .waitFor()
  await expect.poll(() => panel.locator('[data-outcome="skipped"]').count()).toBe(2)
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await panel.getByRole('link', { name: 'Go to field' }).click()
  await panel.getByLabel(/^Password/).fill('open sesame')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await panel.waitFor({ state: 'detached' })

  await page.getByLabel('More actions for Our relay').click()
  await page.getByRole('link', { name: 'Test and activate' }).click()
  await panel.getByText(/settings, which have changed since then\. Test again\.$/).waitFor()
  await panel.getByLabel('Send test to').fill('me@example.com')
  await panel.getByRole('button', { name: 'Run test' }).click()
  await panel
    .getByText(/The server accepted an email to me@example.com/)
    .first()
    .waitFor()
  expect(mailServer.received.map(({ to }) => to)).toEqual([['me@example.com']])
  await panel.getByText('Verified').first().waitFor()
  await expect.poll(() => panel.getByRole('button', { name: 'Activate' }).isEnabled()).toBe(true)
  // Activates anyway if this machine's DNS doesn't know the sender.
  await panel.getByRole('button', { name: /^Activate( anyway)?$/ }).click()
  await panel.getByRole('button', { name: 'Disable' }).waitFor()
  await panel.getByRole('link', { name: /Close/ }).click()
  await panel.waitFor({ state: 'detached' })

  await page.getByLabel('More actions for Our relay').click()
  await page.getByRole('link', { name: 'Set as platform default' }).click()
  await panel.getByRole('button', { name: 'Preview changes' }).click()
  await panel.getByText(/This affects \d+ stores?/).waitFor()
  await panel.getByRole('button', { name: /^Change \d+ stores?/ }).click()
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /Our relay Default/ }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo the change to Our relay' }).click()
  await page.getByRole('row', { name: /Local mail server Default/ }).waitFor()

  // Invitations are sent from now on.
  const person = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' }
  const values = { ...person, jobTitle: null, groupIds: [], allStores: true, storeIds: [] }
  const response = await context.request.post('/api/users/invitations', {
    data: { kind: 'operator', records: [values] },
  })
  expect([201, 422]).toContain(response.status())
  expect(faults).toEqual([])
})

test('a test runs without JavaScript at 360 px, and its steps are shown after a reload', async () => {
  await using context = await stack.visit()
  await signInByApi(context)
  // The demo data's setting names a port where another program of this machine may listen.
  const created = await context.request.post('/api/smtpSettings', {
    data: {
      name: 'Stopped server',
      scope: 'stores',
      preset: 'other',
      verifyCertificate: true,
      paused: false,
      host: '127.0.0.1',
      port: 26,
      security: 'none',
      auth: 'none',
      fromAddress: 'shop@example.com',
    },
  })
  const setting = await created.json()
  expect(setting).toMatchObject({ port: 26 })
  await using plainContext = await stack.visit({
    javaScriptEnabled: false,
    storageState: await context.storageState(),
    viewport: { width: 360, height: 740 },
  })
  const page = await plainContext.newPage()
  await page.goto(`/smtpSettings?test=${setting.id}`)
  await page.getByLabel('Send test to').fill('nobody')
  await page.getByRole('button', { name: /^(Test|Run test)$/ }).click()
  await page.getByText('Send test to must be an email address').waitFor()
  expect(await page.getByLabel('Send test to').inputValue()).toBe('nobody')
  await page.getByLabel('Send test to').fill('me@example.com')
  await page.getByRole('button', { name: /^(Test|Run test)$/ }).click()
  await expect
    .poll(async () => {
      await page.goto(`/smtpSettings?test=${setting.id}`)
      return page.locator('[data-outcome="failed"]').count()
    })
    .toBe(1)
  await page
    .getByText(/Nothing is listening on port 26/)
    .first()
    .waitFor()
})
