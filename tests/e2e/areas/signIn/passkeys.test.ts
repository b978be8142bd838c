import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import {
  addVirtualAuthenticator,
  registerPasskey,
  withPasskeyStack,
} from '#tests/support/servers/passkeyStack.ts'
import type { VirtualAuthenticator } from '#tests/support/servers/passkeyStack.ts'
import { openSignedIn, openPage, waitForHydration } from '#tests/support/servers/stack.ts'

const { visit, getUrl } = withPasskeyStack()

/** Registers a passkey with a real ceremony, and signs out. */
async function openWithPasskey() {
  const context = await visit()
  const { page, faults } = await openSignedIn(context, '/sizes')
  const authenticator = await addVirtualAuthenticator(page)
  expect(await registerPasskey(page, 'Laptop')).toBe(200)
  return { context, page, faults, authenticator }
}

async function openSignInPage(page: Page, url = '/') {
  await page.context().clearCookies()
  await page.goto(url)
  await waitForHydration(page)
}

const pressPasskeyButton = (page: Page) =>
  page.getByRole('button', { name: 'Sign in with a passkey' }).click()

const getCredential = async ({ session, authenticatorId }: VirtualAuthenticator) => {
  const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
  const [credential] = credentials
  if (!credential) throw new Error('The authenticator has no credential')
  return credential
}

/** Removes every passkey of the account, which has to stay usable for the next test. */
async function removePasskeys(page: Page) {
  await page.evaluate(async () => {
    const { passkeys } = await (await fetch('/api/account/factors')).json()
    const headers = { 'content-type': 'application/json' }
    for (const { id } of passkeys)
      await fetch(`/api/account/passkeys/${id}`, { method: 'DELETE', headers })
  })
}

describe('Passkeys in Chromium', () => {
  test('a passkey alone signs in, wherever the browser offers it', async () => {
    const { context, page, faults } = await openWithPasskey()
    await openSignInPage(page, '/?next=%2Fsizes')
    await pressPasskeyButton(page).catch(() => undefined)
    await page.waitForURL('**/sizes')
    await removePasskeys(page)
    expect(faults).toEqual([])
    await context.close()
  })
})
