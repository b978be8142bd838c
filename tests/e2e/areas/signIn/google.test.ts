import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stylesheetCookieName } from '#shared/navigation/stylesheet.ts'
import { findPageDefects } from '#tests/support/browser/axe.ts'
import { getWorkerBrowser } from '#tests/support/browser/chromium.ts'
import {
  operator,
  startConsole,
  startReferencePlatform,
} from '#tests/support/servers/consoleProcess.ts'
import { startOidcProvider } from '#tests/support/sso/oidcProvider.ts'
import type { OidcProvider } from '#tests/support/sso/oidcProvider.ts'
import { waitForHydration, openPage } from '#tests/support/servers/stack.ts'

const client = { id: 'console-client', secret: 'console-client-secret' }
const people = {
  operator: { email: operator.email, verified: true },
  /** Claims the operator's email, which the provider hasn't verified. */
  impostor: { email: operator.email, verified: false },
  stranger: { email: 'nobody@example.com', verified: true },
}

type RunningProgram = { url: string; stop: () => Promise<void> }
let provider: OidcProvider
let consoleServer: RunningProgram
let browser: Browser
/** The started programs, which are stopped in reverse order. */
const startedPrograms: { stop: () => Promise<void> }[] = []

beforeAll(async () => {
  provider = await startOidcProvider({ client, people })
  startedPrograms.push(provider)
  const google = { GOOGLE_CLIENT_ID: client.id, GOOGLE_ISSUER: provider.issuer }
  const platform = await startReferencePlatform(google)
  startedPrograms.push(platform)
  consoleServer = await startConsole(platform.url, {
    ...google,
    GOOGLE_CLIENT_SECRET: client.secret,
  })
  startedPrograms.push(consoleServer)
  provider.allow(`${consoleServer.url}/auth/google/callback`)
  browser = await getWorkerBrowser()
})
afterAll(async () => {
  for (const program of startedPrograms.reverse()) await program.stop()
})

const openContext = async (options: Parameters<Browser['newContext']>[0] = {}) => {
  const context = await browser.newContext({
    baseURL: consoleServer.url,
    viewport: { width: 1280, height: 800 },
    ...options,
  })
  context.setDefaultTimeout(10_000)
  return context
}

const getGoogleButton = (page: Page) => page.getByRole('button', { name: 'Continue with Google' })

/** Presses the button and signs in at the provider with this name. */
async function continueAs(page: Page, name: keyof typeof people) {
  await getGoogleButton(page).click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Go on' }).click()
}

/**
 * Returns the names of the cookies that the console's server sets, including the one that only its
 * callback gets.
 */
const readCookieNames = async (context: BrowserContext) =>
  (await context.cookies([consoleServer.url, `${consoleServer.url}/auth/google/callback`]))
    .map(({ name }) => name)
    .filter((name) => name !== stylesheetCookieName)
    .sort()
const sessionCookieNames = ['apiToken', 'device', 'storeId', 'userId']

describe('"Continue with Google"', () => {
  test('lands on the dashboard, signed in', async () => {
    await using context = await openContext()
    const { page, faults } = await openPage(context)
    await page.goto('/')
    await waitForHydration(page)
    await continueAs(page, 'operator')
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    expect(page.url()).toBe(`${consoleServer.url}/dashboard`)
    expect(await readCookieNames(context)).toEqual(sessionCookieNames)
    expect(faults).toEqual([])
  })

  test('lands where the visitor wanted to go', async () => {
    await using context = await openContext()
    const { page, faults } = await openPage(context)
    await page.goto('/sizes?search=small')
    await continueAs(page, 'operator')
    await page.getByRole('heading', { level: 1, name: 'Sizes' }).waitFor()
    expect(page.url()).toBe(`${consoleServer.url}/sizes?search=small`)
    expect(faults).toEqual([])
  })

  test('works without JavaScript', async () => {
    await using context = await openContext({ javaScriptEnabled: false })
    const { page } = await openPage(context)
    await page.goto('/sizes')
    await continueAs(page, 'operator')
    await page.getByRole('heading', { level: 1, name: 'Sizes' }).waitFor()
    expect(await readCookieNames(context)).toEqual(sessionCookieNames)
  })

  test('asks for nothing if the user is still signed in at the provider', async () => {
    await using context = await openContext()
    const { page, faults } = await openPage(context)
    await page.goto('/')
    await continueAs(page, 'operator')
    await page.getByLabel('User menu').click()
    await page.getByRole('button', { name: 'Log Out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await readCookieNames(context)).toEqual(['device'])
    await getGoogleButton(page).click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    expect(faults).toEqual([])
  })
})

const rejectedMessage = "This Google account can't use the console."
describe('A rejected Google sign-in', () => {
  test.each([
    ['of an unverified email', 'impostor', rejectedMessage],
    ['of an unknown email', 'stranger', rejectedMessage],
  ] as const)('%s ends at the sign-in page', async (_what, name, sentence) => {
    await using context = await openContext()
    const { page } = await openPage(context)
    await page.goto('/sizes')
    await continueAs(page, name)
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toBe(sentence)
    expect(new URL(page.url()).searchParams.get('next')).toBe('/sizes')
    expect(await readCookieNames(context)).toEqual([])
  })

  test.each([true, false])(
    'that the visitor canceled ends at the sign-in page, where the password still works (JavaScript: %s)',
    async (javaScriptEnabled) => {
      await using context = await openContext({ javaScriptEnabled })
      const { page } = await openPage(context)
      await page.goto('/sizes')
      await getGoogleButton(page).click()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('alert').waitFor()
      expect(await page.getByRole('alert').textContent()).toBe('You canceled the Google sign-in.')
      expect(await page.content()).not.toMatch(/access_denied|very-private/)
      expect(await readCookieNames(context)).toEqual([])
      await page.getByLabel('Email').fill(operator.email)
      await page.getByLabel('Password', { exact: true }).fill(operator.password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Sizes' }).waitFor()
    },
  )
})

test("a callback in a browser without the flow's cookie is rejected", async () => {
  await using context = await openContext()
  const { page } = await openPage(context)
  await page.goto('/')
  await getGoogleButton(page).click()
  await page.getByLabel('Name').fill('operator')
  await context.clearCookies({ name: 'googleFlow' })
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').textContent()).toMatch(/took too long/)
  expect(await readCookieNames(context)).toEqual([])
})

test("the sign-in page passes axe and doesn't overflow at 360 px", async () => {
  await using context = await openContext({ viewport: { width: 360, height: 800 } })
  const { page, faults } = await openPage(context)
  await page.goto('/?failure=refused')
  await getGoogleButton(page).waitFor()
  expect([...faults, ...(await findPageDefects(page))]).toEqual([])
})
