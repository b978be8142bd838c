import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import {
  addVirtualAuthenticator,
  registerPasskey,
  withPasskeyStack,
} from '#tests/support/servers/passkeyStack.ts'
import type { VirtualAuthenticator } from '#tests/support/servers/passkeyStack.ts'
import { openPage, openSignedIn, signIn, waitForHydration } from '#tests/support/servers/stack.ts'

const { visit, getUrl } = withPasskeyStack()

/** Registers a passkey with a real ceremony. `end` removes it with the session that added it. */
async function openWithPasskey() {
  const context = await visit()
  const { page, faults } = await openSignedIn(context, '/sizes')
  const authenticator = await addVirtualAuthenticator(page)
  expect(await registerPasskey(page, 'Laptop')).toBe(200)
  const cookies = await context.cookies()
  const end = async () => {
    await context.clearCookies()
    await context.addCookies(cookies)
    await page.goto(getUrl())
    await page.evaluate(async () => {
      const { passkeys } = await (await fetch('/api/account/factors')).json()
      const headers = { 'content-type': 'application/json' }
      for (const { id } of passkeys)
        await fetch(`/api/account/passkeys/${id}`, { method: 'DELETE', headers })
    })
    await context.close()
  }
  return { context, page, faults, authenticator, end }
}

async function openSignInPage(page: Page, url = '/') {
  await page.context().clearCookies()
  await page.goto(url)
  await waitForHydration(page)
}

const pressPasskeyButton = (page: Page) =>
  page.getByRole('button', { name: 'Sign in with a passkey' }).click()

async function expectRejection(page: Page) {
  await page
    .getByRole('alert')
    .getByText("The passkey wasn't accepted. Try again, or use another way to sign in.")
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
    const { page, faults, end } = await openWithPasskey()
    await openSignInPage(page, '/?next=%2Fsizes')
    await pressPasskeyButton(page)
    await page.waitForURL('**/sizes')
    expect(faults).toEqual([])
    await end()
  })

  test('a stolen password alone gets nowhere; with the passkey it signs in', async () => {
    const { context, page, end } = await openWithPasskey()
    await openSignInPage(page)
    await signIn(page)
    await page.getByRole('heading', { name: 'Passkey' }).waitFor()
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('apiToken')
    await page.goto('/sizes')
    await page.waitForURL((url) => url.pathname === '/')
    // The second step is still there, because the challenge works for five minutes.
    await page.getByRole('button', { name: 'Use passkey' }).click()
    await page.waitForURL('**/sizes')
    await end()
  })

  test('a copied key is rejected, because its counter went back', async () => {
    const { page, authenticator, end } = await openWithPasskey()
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
    await end()
  })

  test('a removed key is rejected', async () => {
    const { authenticator, end } = await openWithPasskey()
    const key = await getCredential(authenticator)
    await end()
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
    const { page, authenticator, end } = await openWithPasskey()
    const { session, authenticatorId } = authenticator
    await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await openSignInPage(page)
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await pressPasskeyButton(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
    expect(calls).not.toContain('/api/auth/passkey')
    await end()
  })

  test('another origin gets no signature', async () => {
    const { page, end } = await openWithPasskey()
    await openSignInPage(page, getUrl('127.0.0.1'))
    await pressPasskeyButton(page)
    await expectRejection(page)
    await end()
  })
})
