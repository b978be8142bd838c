import type { APIRequestContext, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertChannels } from '#shared/areas/alertChannels/alertChannels.ts'
import { alertRules } from '#shared/areas/alertChannels/alertRules.ts'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { findPageDefects } from '#tests/support/browser/axe.ts'
import { startMailServer } from '#tests/support/mailServer.ts'
import { operator } from '#tests/support/servers/consoleProcess.ts'
import {
  getNotification,
  openPage,
  signIn,
  signInByApi,
  waitForHydration,
  withStack,
} from '#tests/support/servers/stack.ts'

const stack = withStack({}, { OUTBOUND_ALLOW: '127.0.0.0/8' })
const screenshotFolder = process.env['SCREENSHOTS']
const colleague = { email: 'ben.lind@example.com', password: 'A-new-password-1' }
let mailServer: Awaited<ReturnType<typeof startMailServer>>
beforeAll(async () => {
  mailServer = await startMailServer()
})
afterAll(() => mailServer.stop())

async function post(request: APIRequestContext, path: string, data: object) {
  const answer = await request.post(`/api${path}`, { data })
  expect([answer.status() < 300, path, answer.status() < 300 ? '' : await answer.text()]).toEqual([
    true,
    path,
    '',
  ])
  return answer.json()
}

const create = (request: APIRequestContext, resource: Resource, values: object) =>
  post(request, `/${resource.name}`, { ...getInitialValues(resource), ...values })

/** Runs the test of a setup and activates it. */
async function activate(request: APIRequestContext, path: string, inputs: object) {
  await post(request, `${path}/test`, { ...inputs, activate: true })
  const loadState = async () => (await (await request.get(`/api${path}`)).json()).state
  const loadTested = async () => (await (await request.get(`/api${path}`)).json()).lastOutcome
  await expect.poll(loadTested, { timeout: 30_000 }).toBe('passed')
  if ((await loadState()) !== 'active')
    await post(request, `${path}/state`, { event: 'activate', despite: ['sender'] })
}

/** Creates an SMTP setting that sends to this test's mail server. */
async function createRelay(request: APIRequestContext) {
  const relay = await create(request, smtpSettings, {
    name: 'Night relay',
    scope: 'platform',
    preset: 'other',
    host: '127.0.0.1',
    port: mailServer.port,
    security: 'none',
    verifyCertificate: false,
    auth: 'none',
    fromAddress: 'console@example.com',
  })
  await activate(request, `/smtpSettings/${relay.id}`, { to: operator.email })
}

/** Emails all alerts to these addresses. */
async function createChannel(request: APIRequestContext, name: string, recipients: string[]) {
  const channel = await create(request, alertChannels, { name, type: 'email', recipients })
  await activate(request, `/alertChannels/${channel.id}`, {})
  await create(request, alertRules, { name: `All alerts for ${name}`, channelId: channel.id })
}

async function addColleague(request: APIRequestContext) {
  const { data: groups } = await (await request.get('/api/userGroups?limit=1')).json()
  const { links } = await post(request, '/users/invitations', {
    kind: 'operator',
    records: [
      {
        firstName: 'Ben',
        lastName: 'Lind',
        email: colleague.email,
        jobTitle: null,
        groupIds: [groups[0].id],
        allStores: true,
        storeIds: [],
      },
    ],
  })
  await post(request, '/invitations/accept', {
    token: links[0].token,
    password: colleague.password,
  })
}

/** Raises an alert: a token that expires soon. */
const raiseAlert = (request: APIRequestContext, name: string) =>
  create(request, printfulSetup, {
    name,
    token: 'a-token-of-tests',
    tokenExpiresOn: new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10),
  })

/** Waits for an email to this address that contains a text, and returns its decoded content. */
async function waitForEmail(address: string, text: string): Promise<string> {
  const find = () =>
    mailServer.received
      .filter(({ to }) => to.includes(address))
      .map(({ content }) => content.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))
      .find((content) => content.includes(text))
  await expect.poll(find, { timeout: 60_000 }).toBeDefined()
  return find() ?? ''
}

/** Finds the path of the first link after a text, such as an alert's title in a summary. */
function findPath(email: string, text: string): string {
  const [url = ''] = /http\S+\/alerts\/\S+/.exec(email.slice(email.indexOf(text))) ?? []
  const { pathname, search, hash } = new URL(url)
  return pathname + search + hash
}

async function checkLooks(page: Page, name: string): Promise<void> {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await findPageDefects(page)).toEqual([])
    if (screenshotFolder)
      await page.screenshot({ path: `${screenshotFolder}/${name}-${width}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

const openTab = async (context: BrowserContext, path: string) => {
  const opened = await openPage(context)
  await opened.page.goto(path)
  await waitForHydration(opened.page)
  return opened
}

test('the link of an email leads through sign-in to the alert, where a comment notifies a colleague', async () => {
  const setup = await stack.reuseContext()
  await signInByApi(setup)
  await createRelay(setup.request)
  await addColleague(setup.request)
  await raiseAlert(setup.request, 'Poster printer')
  await createChannel(setup.request, 'Night desk', [operator.email, 'team@example.com'])
  const title = 'Token for Poster printer expires in 10 days'
  const path = findPath(await waitForEmail('team@example.com', title), title)

  await using context = await stack.visit()
  const { page, faults } = await openTab(context, path)
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  // The team's address is no operator's, so the link alone does nothing.
  expect(await page.getByRole('button', { name: 'Acknowledge' }).count()).toBe(0)
  await signIn(page)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  expect(new URL(page.url()).pathname).toBe(path)
  await checkLooks(page, 'alert-open')
  const loadAlert = async () => {
    const { data } = await (await context.request.get('/api/attentionItems?search=Poster')).json()
    return data[0]
  }
  expect((await loadAlert()).ownerId).toBeNull()

  await page.getByRole('button', { name: 'Acknowledge' }).click()
  await page.getByText('You acknowledged this alert.').waitFor()
  expect((await loadAlert()).ownerId).toBeGreaterThan(0)

  await page
    .getByRole('textbox', { name: 'Comment' })
    .fill('Asked for a new token. @Nobody, please enter it.')
  await page.getByRole('button', { name: 'Add comment' }).click()
  await page.getByText(/^No active operator that you can see matches @Nobody/).waitFor()
  expect(await page.getByRole('textbox', { name: 'Comment' }).inputValue()).toContain(
    'Asked for a new token.',
  )
  await page
    .getByRole('textbox', { name: 'Comment' })
    .fill('Asked for a **new** token. @Ben Lind, please enter it.')
  await page.getByRole('button', { name: 'Add comment' }).click()
  await getNotification(page, 'Comment saved').waitFor()
  await page.getByText('new', { exact: true }).waitFor()
  await checkLooks(page, 'alert-acknowledged')

  const mention = await waitForEmail(colleague.email, 'mentioned you in a comment')
  expect(mention).toContain('"@Ben Lind, please enter it."')
  await using colleagues = await stack.visit()
  await signInByApi(colleagues, colleague)
  const { page: theirs } = await openTab(colleagues, findPath(mention, 'mentioned you'))
  await theirs.getByRole('heading', { level: 1, name: title }).waitFor()
  await theirs.getByText('Asked for a').waitFor()
  expect(await theirs.getByRole('link', { name: /^Edit the comment/ }).count()).toBe(0)
  expect(faults).toEqual([])

  // The operator's own link needs no sign-in, and works without script.
  // A channel gets one message a minute, so the second alert comes through another channel.
  await raiseAlert(setup.request, 'Mug printer')
  await createChannel(setup.request, 'Day desk', [operator.email])
  const own = await waitForEmail(operator.email, 'Token for Mug printer')
  await using guest = await stack.visit({ javaScriptEnabled: false })
  const { page: plain } = await openPage(guest)
  await plain.goto(findPath(own, 'Token for Mug printer'))
  await plain.getByRole('heading', { name: /^Token for Mug printer/ }).waitFor()
  if (screenshotFolder)
    for (const width of [1280, 360]) {
      await plain.setViewportSize({ width, height: 800 })
      await plain.screenshot({ path: `${screenshotFolder}/alert-guest-${width}.png` })
    }
  await plain.getByRole('button', { name: 'Acknowledge' }).click()
  await plain.getByText('You acknowledged this alert.').waitFor()
  await plain.getByRole('button', { name: 'Snooze for 1 day' }).click()
  await plain.getByText('This alert is snoozed.').waitFor()

  await page.goto(`${path}x`)
  await page.getByText(/^This link isn't complete or was changed\./).waitFor()
  await page.getByRole('link', { name: 'Open all alerts' }).click()
  await page.waitForURL((url) => url.searchParams.has('attention'))
}, 180_000)
