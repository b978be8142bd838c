import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageFaults } from '#tests/support/browser/axe.ts'
import { browserOfWorker } from '#tests/support/browser/chromium.ts'
import {
  operator,
  startConsole,
  startReferencePlatform,
} from '#tests/support/servers/consoleProcess.ts'
import { startOidcProvider } from '#tests/support/sso/oidcProvider.ts'
import type { OidcProvider } from '#tests/support/sso/oidcProvider.ts'
import { hydrated, openPage } from '#tests/support/servers/stack.ts'

const client = { id: 'console-client', secret: 'console-client-secret' }
const people = {
  operator: { email: operator.email, verified: true },
  /** Says to be the operator, to a provider that has not seen to it. */
  impostor: { email: operator.email, verified: false },
  stranger: { email: 'nobody@example.com', verified: true },
}

type Running = { url: string; stop: () => Promise<void> }
let provider: OidcProvider
let front: Running
let browser: Browser
/** What was started, to be stopped in reverse. */
const started: { stop: () => Promise<void> }[] = []

beforeAll(async () => {
  provider = await startOidcProvider({ client, people })
  started.push(provider)
  const google = { GOOGLE_CLIENT_ID: client.id, GOOGLE_ISSUER: provider.issuer }
  const platform = await startReferencePlatform(google)
  started.push(platform)
  front = await startConsole(platform.url, { ...google, GOOGLE_CLIENT_SECRET: client.secret })
  started.push(front)
  provider.allow(`${front.url}/auth/google/callback`)
  browser = await browserOfWorker()
})
afterAll(async () => {
  for (const running of started.reverse()) await running.stop()
})

const visit = async (options: Parameters<Browser['newContext']>[0] = {}) => {
  const context = await browser.newContext({
    baseURL: front.url,
    viewport: { width: 1280, height: 800 },
    ...options,
  })
  context.setDefaultTimeout(10_000)
  return context
}

const button = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })

/** Presses the button and says to the provider who it is. */
async function continueAs(page: Page, name: keyof typeof people) {
  await button(page).click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Go on' }).click()
}

/** The names of the cookies that the console has set; a flow's own is for its way back alone. */
const cookiesOf = async (context: BrowserContext) =>
  (await context.cookies([front.url, `${front.url}/auth/google/callback`]))
    .map(({ name }) => name)
    .sort()
const session = ['apiToken', 'device', 'storeId', 'userId']

describe('"Continue with Google"', () => {
  test('lands on the dashboard, signed in', async () => {
    await using context = await visit()
    const { page, faults } = await openPage(context)
    await page.goto('/')
    await hydrated(page)
    await continueAs(page, 'operator')
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    expect(page.url()).toBe(`${front.url}/dashboard`)
    expect(await cookiesOf(context)).toEqual(session)
    expect(faults).toEqual([])
  })

  test('lands where the visitor wanted to go', async () => {
    await using context = await visit()
    const { page, faults } = await openPage(context)
    await page.goto('/sizes?search=small')
    await continueAs(page, 'operator')
    await page.getByRole('heading', { level: 1, name: 'Sizes' }).waitFor()
    expect(page.url()).toBe(`${front.url}/sizes?search=small`)
    expect(faults).toEqual([])
  })

  test('works without JavaScript', async () => {
    await using context = await visit({ javaScriptEnabled: false })
    const { page } = await openPage(context)
    await page.goto('/sizes')
    await continueAs(page, 'operator')
    await page.getByRole('heading', { level: 1, name: 'Sizes' }).waitFor()
    expect(await cookiesOf(context)).toEqual(session)
  })

  test('asks nothing of who is still signed in there: every step leads to the next', async () => {
    await using context = await visit()
    const { page, faults } = await openPage(context)
    await page.goto('/')
    await continueAs(page, 'operator')
    await page.getByLabel('User menu').click()
    await page.getByRole('button', { name: 'Log Out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await cookiesOf(context)).toEqual(['device'])
    await button(page).click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    expect(faults).toEqual([])
  })
})

const refused = "This Google account can't use the console."
describe('a refusal', () => {
  test.each([
    ['an address that is not verified', 'impostor', refused],
    ['the address of no account', 'stranger', refused],
  ] as const)('%s ends at the sign-in page', async (_what, name, sentence) => {
    await using context = await visit()
    const { page } = await openPage(context)
    await page.goto('/sizes')
    await continueAs(page, name)
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toBe(sentence)
    expect(new URL(page.url()).searchParams.get('next')).toBe('/sizes')
    expect(await cookiesOf(context)).toEqual([])
  })

  test.each([true, false])(
    'cancelled there, it ends at the sign-in page, where the password still works (JavaScript: %s)',
    async (javaScriptEnabled) => {
      await using context = await visit({ javaScriptEnabled })
      const { page } = await openPage(context)
      await page.goto('/sizes')
      await button(page).click()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('alert').waitFor()
      expect(await page.getByRole('alert').textContent()).toBe('You canceled the Google sign-in.')
      expect(await page.content()).not.toMatch(/access_denied|very-private/)
      expect(await cookiesOf(context)).toEqual([])
      await page.getByLabel('Email').fill(operator.email)
      await page.getByLabel('Password', { exact: true }).fill(operator.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('heading', { level: 1, name: 'Sizes' }).waitFor()
    },
  )
})

test('the way back of one browser is of no use to another, which lacks the cookie', async () => {
  await using context = await visit()
  const { page } = await openPage(context)
  await page.goto('/')
  await button(page).click()
  await page.getByLabel('Name').fill('operator')
  await context.clearCookies({ name: 'googleFlow' })
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').textContent()).toMatch(/took too long/)
  expect(await cookiesOf(context)).toEqual([])
})

test('at 360 px, axe finds nothing wrong and nothing overflows', async () => {
  await using context = await visit({ viewport: { width: 360, height: 800 } })
  const { page, faults } = await openPage(context)
  await page.goto('/?failure=refused')
  await button(page).waitFor()
  expect([...faults, ...(await pageFaults(page))]).toEqual([])
})
