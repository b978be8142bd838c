import type { Request, RequestHandler, Response } from 'express'
import { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { sendPage } from './storeHosts/page.ts'
import { findStoreByHost } from './storeHosts/storeHosts.ts'
import type { HostedStore } from './storeHosts/storeHosts.ts'
import { SsoError } from './ssoError.ts'
import type { SignInOwner } from './pendingSignIns.ts'
import { verifySsoTestTicket } from './tickets.ts'
import { ssoPageMessages } from './messages.ts'

/** A request of a browser to a store's host. */
export type StoreVisit = {
  platform: Platform
  store: HostedStore
  request: Request
  response: Response
}

/** Creates a handler for a store's host. A failed sign-in shows a page with the reason. */
export const createStoreVisitHandler =
  (platform: Platform) =>
  (visit: (visit: StoreVisit) => Promise<void>): RequestHandler =>
  async (request, response, next) => {
    const store = await findStoreByHost(platform.db, platform, request.get('host') ?? '')
    if (!store) return next()
    await visit({ platform, store, request, response }).catch((error: unknown) =>
      sendErrorPage(response, store, error),
    )
  }

function sendErrorPage(response: Response, { name }: HostedStore, error: unknown): void {
  if (!(error instanceof SsoError) && !(error instanceof NetworkError)) throw error
  sendPage(response, 403, {
    title: ssoPageMessages.couldNotSignIn(name),
    paragraphs: [error.sentence, ssoPageMessages.errorCode(error.code)],
  })
}

/** Returns the requested URL at the store. */
export const getRequestUrl = ({ request, store }: StoreVisit): URL =>
  new URL(request.originalUrl, store.origin)

/** Returns who tests these settings, from the ticket in the setup page's link. */
export function requireSsoTestTicket(
  visit: StoreVisit,
  { of: ownerKind, id }: SignInOwner,
): { actor: string } {
  const { platform } = visit
  const text = getRequestUrl(visit).searchParams.get('ticket') ?? ''
  const ticket = verifySsoTestTicket(platform.secrets, text, platform.now())
  if (ticket?.of !== ownerKind || ticket.id !== id)
    throw new SsoError('old_link', ssoPageMessages.oldLink)
  return ticket
}

/** Creates the cookie that proves that a browser began a sign-in. */
export const createSignInCookie = (name: string) => ({
  keep({ response, store }: StoreVisit, browser: string): void {
    response.cookie(name, browser, {
      httpOnly: true,
      sameSite: 'lax',
      secure: store.origin.startsWith('https:'),
      path: '/',
      maxAge: 15 * 60_000,
    })
  },
  of: ({ request }: StoreVisit): string =>
    new RegExp(`(?:^|; )${name}=([\\w-]+)`).exec(request.get('cookie') ?? '')?.[1] ?? '',
  forget: ({ response }: StoreVisit) => void response.clearCookie(name, { path: '/' }),
})

/** Redirects the browser to the provider without a referrer. */
export const redirectBrowser = ({ response }: StoreVisit, url: string): void =>
  response.set('Referrer-Policy', 'no-referrer').redirect(302, url)
