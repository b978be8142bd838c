import type { Request, RequestHandler, Response } from 'express'
import { OutgoingFault } from '#server/platform/core/outgoing/faults.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { answerPage } from './storeHosts/page.ts'
import { storeAt } from './storeHosts/storeHosts.ts'
import type { HostedStore } from './storeHosts/storeHosts.ts'
import { SignOnFault } from './faults.ts'
import type { Owner } from './flows.ts'
import { ticketFrom } from './tickets.ts'
import { ssoPageMessages as say } from './messages.ts'

/** A browser at a store's host. */
export type Visit = {
  platform: Platform
  store: HostedStore
  request: Request
  response: Response
}

/** Answers whoever comes to a store's host; why a sign-in does not come about is told on a page. */
export const atStore =
  (platform: Platform) =>
  (visit: (visit: Visit) => Promise<void>): RequestHandler =>
  async (request, response, next) => {
    const store = await storeAt(platform.db, platform, request.get('host') ?? '')
    if (!store) return next()
    await visit({ platform, store, request, response }).catch((error: unknown) =>
      tell(response, store, error),
    )
  }

function tell(response: Response, { name }: HostedStore, error: unknown): void {
  if (!(error instanceof SignOnFault) && !(error instanceof OutgoingFault)) throw error
  answerPage(response, 403, {
    title: say.couldNotSignIn(name),
    paragraphs: [error.sentence, say.errorCode(error.code)],
  })
}

/** The address that was asked for, at the store. */
export const addressOf = ({ request, store }: Visit): URL =>
  new URL(request.originalUrl, store.origin)

/** Who tests these settings, by the link of the set-up's page. */
export function demandTicket(visit: Visit, { of, id }: Owner): { actor: string } {
  const { platform } = visit
  const text = addressOf(visit).searchParams.get('ticket') ?? ''
  const ticket = ticketFrom(platform.secrets, text, platform.now())
  if (ticket?.of !== of || ticket.id !== id) throw new SignOnFault('old_link', say.oldLink)
  return ticket
}

/** The cookie by which a browser shows that it began a sign-in. */
export const browserCookie = (name: string) => ({
  keep({ response, store }: Visit, browser: string): void {
    response.cookie(name, browser, {
      httpOnly: true,
      sameSite: 'lax',
      secure: store.origin.startsWith('https:'),
      path: '/',
      maxAge: 15 * 60_000,
    })
  },
  of: ({ request }: Visit): string =>
    new RegExp(`(?:^|; )${name}=([\\w-]+)`).exec(request.get('cookie') ?? '')?.[1] ?? '',
  forget: ({ response }: Visit) => void response.clearCookie(name, { path: '/' }),
})

/** Sends the browser to the provider, which is not told where it comes from. */
export const leaveFor = ({ response }: Visit, address: string): void =>
  response.set('Referrer-Policy', 'no-referrer').redirect(302, address)
