import type { Page } from 'playwright'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  addVirtualAuthenticator,
  pressPasskeyButton,
  registerPasskey,
  withPasskeyStack,
} from '#tests/support/servers/passkeyStack.ts'
import { operator } from '#tests/support/servers/consoleProcess.ts'
import type { VirtualAuthenticator } from '#tests/support/servers/passkeyStack.ts'
import { openPage, openSignedIn, waitForHydration } from '#tests/support/servers/stack.ts'

const { visit, getUrl } = withPasskeyStack()

/** Registers a passkey with a real ceremony. Removes it at the end of the test. */
async function openWithPasskey() {
  const context = await visit()
  const { page, faults } = await openSignedIn(context, '/sizes')
  const authenticator = await addVirtualAuthenticator(page)
  expect(await registerPasskey(page, 'Laptop')).toBe(200)
  const cookies = await context.cookies()
  const removePasskeys = async () => {
    await context.clearCookies()
    await context.addCookies(cookies)
    await page.goto(`${getUrl()}/sizes`)
    await page.evaluate(async () => {
      const { passkeys } = await (await fetch('/api/account/factors')).json()
      const headers = { 'content-type': 'application/json' }
      for (const { id } of passkeys)
        await fetch(`/api/account/passkeys/${id}`, { method: 'DELETE', headers })
    })
  }
  onTestFinished(async () => {
    await removePasskeys()
    await context.close()
  })
  return { context, page, faults, authenticator, removePasskeys }
}

async function openSignInPage(page: Page, url = '/') {
  await page.context().clearCookies()
  await page.goto(url)
  await waitForHydration(page)
}

async function expectRejection(page: Page) {
  await page
    .getByRole('alert')
    .getByText("The passkey wasn't accepted. Try again, or sign in another way.")
    .first()
    .waitFor()
}

async function getCredential({ session, authenticatorId }: VirtualAuthenticator) {
  const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
  const [credential] = credentials
  if (!credential) throw new Error('The authenticator has no credential')
  return credential
}

describe('Passkeys in Chromium', () => {
  test('a passkey alone signs in and opens the requested page', async () => {
    const { page, faults } = await openWithPasskey()
    await openSignInPage(page, '/?next=%2Fsizes')
    await pressPasskeyButton(page)
    await page.waitForURL('**/sizes')
    expect(faults).toEqual([])
  })

  test('a stolen password alone gets nowhere; with the passkey it signs in', async () => {
    const { authenticator } = await openWithPasskey()
    const key = await getCredential(authenticator)
    const context = await visit()
    onTestFinished(() => context.close())
    const { page } = await openPage(context)
    await page.goto('/?next=%2Fsizes')
    await waitForHydration(page)
    await page.getByLabel('Email').fill(operator.email)
    await page.getByLabel('Password', { exact: true }).fill(operator.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'Passkey' }).waitFor()
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('apiToken')
    await page.goto('/sizes')
    await page.getByRole('heading', { name: 'Passkey' }).waitFor()
    // The second step is still there, because the challenge works for five minutes.
    const { session, authenticatorId } = await addVirtualAuthenticator(page)
    await session.send('WebAuthn.addCredential', { authenticatorId, credential: key })
    await page.getByRole('button', { name: 'Use passkey' }).click()
    await page.waitForURL('**/sizes')
  })

  test('a copied key is rejected, because its counter went back', async () => {
    const { page, authenticator } = await openWithPasskey()
    const { session, authenticatorId } = authenticator
    const copy = await getCredential(authenticator)
    await openSignInPage(page)
    await pressPasskeyButton(page)
    await page.waitForURL('**/dashboard')
    const { credentialId } = copy
    await session.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
    await session.send('WebAuthn.addCredential', {
      authenticatorId,
      credential: { ...copy, signCount: 0 },
    })
    await openSignInPage(page)
    await pressPasskeyButton(page)
    await expectRejection(page)
  })

  test('a removed key is rejected', async () => {
    const { authenticator, removePasskeys } = await openWithPasskey()
    const key = await getCredential(authenticator)
    await removePasskeys()
    const context = await visit()
    const opened = await openPage(context)
    const other = await addVirtualAuthenticator(opened.page)
    await other.session.send('WebAuthn.addCredential', {
      authenticatorId: other.authenticatorId,
      credential: key,
    })
    await openSignInPage(opened.page)
    await pressPasskeyButton(opened.page)
    await expectRejection(opened.page)
    await context.close()
  })

  test('without a verified user, nothing is sent', async () => {
    const { page, authenticator } = await openWithPasskey()
    const { session, authenticatorId } = authenticator
    await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await openSignInPage(page)
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await pressPasskeyButton(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    expect(calls).not.toContain('/api/auth/passkey')
  })

  test('another origin gets no signature', async () => {
    const { page } = await openWithPasskey()
    await openSignInPage(page, getUrl('127.0.0.1'))
    await pressPasskeyButton(page)
    await expectRejection(page)
  })
})
