import { describe, expect, test } from 'vitest'
import { addApp } from '#tests/api/support/factors.ts'
import { openSession } from '#tests/api/support/calling.ts'
import { addVirtualAuthenticator, pressPasskeyButton } from '#tests/support/servers/passkeyStack.ts'
import { withClockStack } from '#tests/support/servers/clockStack.ts'
import {
  getPanel,
  openPage,
  signIn,
  signInByApi,
  waitForHydration,
} from '#tests/support/servers/stack.ts'

const stack = withClockStack({ seed: true, hasPasskeys: true })
const tenMinutes = 10 * 60_000 + 1000

test('an operator registers a passkey, signs in with it, approves a credit after a confirmation, and ends the other session', async () => {
  const platform = stack.platform()
  const { operator } = platform
  await using context = await stack.visit()
  await signInByApi(context, operator)
  const { page, faults } = await openPage(context)
  await addVirtualAuthenticator(page)

  await page.goto('/account?section=secondFactor')
  await waitForHydration(page)
  await page.getByLabel('Name of the new passkey').fill('Work laptop')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('heading', { name: 'Save these recovery codes' }).waitFor()
  await page.getByText('Work laptop', { exact: true }).waitFor()

  await page.getByLabel('User menu').click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await pressPasskeyButton(page)
  await page.getByLabel('User menu').waitFor()

  // A stolen password alone gets nowhere: no page, no data.
  await using thief = await stack.visit()
  const { page: thiefPage } = await openPage(thief)
  await thiefPage.goto('/credits')
  await signIn(thiefPage, operator)
  await thiefPage.getByRole('heading', { name: 'Passkey' }).waitFor()
  await thiefPage.goto('/credits')
  await thiefPage.getByRole('heading', { name: 'Passkey' }).waitFor()
  expect((await thief.request.get('/api/creditRequests')).status()).toBe(401)
  const { email, password } = operator
  const login = await thief.request.post(`${platform.url}/auth/login`, {
    data: { email, password },
  })
  expect(login.status()).toBe(401)
  expect(await login.json()).not.toHaveProperty('token')

  await using otherContext = await stack.visit()
  await otherContext.addCookies(await context.cookies())
  await context.clearCookies()
  await page.goto('/')
  await pressPasskeyButton(page)
  await page.waitForURL('**/dashboard')

  platform.advance(tenMinutes)
  await page.goto('/credits?requests&filter[state][eq]=waiting')
  await waitForHydration(page)
  await page
    .getByRole('link', { name: /^Approve or reject request: / })
    .first()
    .click()
  const reason = getPanel(page).getByLabel('Reason')
  await reason.fill('Agreed with finance')
  await getPanel(page).getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await reason.inputValue()).toBe('Agreed with finance')
  await getPanel(page).getByRole('button', { name: 'Approve' }).click()
  await dialog.getByRole('button', { name: 'Use passkey' }).click()
  await page.getByText(/^Approved /).waitFor()
  const call = await openSession(platform, await platform.addAccount(['dashboardRead']))
  const { body } = await call(
    'GET',
    '/creditRequests?filter[state][eq]=posted&sort=-updatedAt&limit=25',
  )
  expect(body.data[0]).toMatchObject({
    decidedBy: operator.email,
    decisionReason: 'Agreed with finance',
  })

  await page.goto('/account?section=sessions')
  await page.getByText('This session').waitFor()
  const endOther = page.getByRole('button', { name: 'End session: ' })
  expect(await endOther.count()).toBe(1)
  expect((await otherContext.request.get('/api/account')).status()).toBe(200)
  await endOther.click()
  await page.getByText('Session ended', { exact: true }).waitFor()
  expect((await otherContext.request.get('/api/account')).status()).toBe(401)
  expect(faults).toEqual([])
})

describe('Without JavaScript', () => {
  test.each([
    ['a code of the app', ''],
    ['a recovery code', 'Use a recovery code'],
  ])('the second step takes %s', async (_name, way) => {
    const platform = stack.platform()
    const account = await platform.addAccount(['Sizes'])
    const { app, recoveryCodes } = await addApp(platform, await openSession(platform, account))
    await using context = await stack.visit({ javaScriptEnabled: false })
    const { page } = await openPage(context)
    await page.goto('/sizes?sort=-name')
    await signIn(page, account)
    await page.getByRole('heading', { name: 'Authenticator app' }).waitFor()
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('apiToken')
    if (way) await page.getByRole('link', { name: way }).click()
    const field = page.getByLabel(way ? 'Recovery code' : 'Code', { exact: true })
    const submit = page.getByRole('button', { name: way ? 'Use recovery code' : 'Confirm code' })
    await field.fill('000000')
    await submit.click()
    await page.getByText(/isn't (correct|valid)|used before/).waitFor()
    await field.fill(way ? String(recoveryCodes[0]) : app.getCode())
    await submit.click()
    await page.waitForURL('**/sizes?sort=-name')
    await page.getByRole('heading', { name: /^Sizes/, level: 1 }).waitFor()
  })
})
