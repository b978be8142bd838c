import { createHash } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import { ApiError } from '#shared/engine/api.ts'
import {
  unsubscribeFromDigest,
  unsubscribePath,
  unsubscribeTokenParam,
} from '#shared/areas/notifications/notificationCalls.ts'
import { checkUpstreamAnswer } from '../proxy/checkUpstreamAnswer.ts'
import { buildPlatformHeaders } from '../proxy/proxyHeaders.ts'
import { createServerApi } from '../proxy/serverApi.ts'
import type { Upstream } from '../proxy/upstream.ts'
import type { ConsoleSettings } from '../settings.ts'
import { unsubscribeMessages } from './messages.ts'

const pageStyle = `body{font:15px/1.5 system-ui,sans-serif;color:#0f172a;background:#f8fafc;margin:0;padding:24px}
main{max-width:480px;margin:5vh auto;background:#fff;border:1px solid #e2e8f0;border-radius:8px;padding:24px}
h1{font-size:20px;line-height:28px;margin:0 0 12px}p{margin:0 0 16px}
button{min-height:36px;padding:0 16px;border:0;border-radius:6px;background:#4338ca;color:#fff;font:inherit;font-weight:500;cursor:pointer}
button:hover{background:#3730a3}button:focus-visible{outline:2px solid #4338ca;outline-offset:2px}`

/** The page has no scripts, and its address, which has a token, leaks to no other site. */
const pageHeaders = {
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
}

type Deps = { upstream: Upstream; settings: ConsoleSettings }

/**
 * Turns off a digest without signing in, and without script. GET changes nothing, because mail
 * apps open links in advance. POST also comes from mail servers, which send the token in the
 * address and no cookies (RFC 8058), so this needs no check of the sender.
 */
export const createUnsubscribeHandlers = (
  deps: Deps,
): { get: RequestHandler; post: RequestHandler } => ({
  get: (_req, res) => sendPage(res, 200, unsubscribeMessages.ask, true),
  async post(req, res) {
    try {
      await unsubscribeFromDigest(createApi(deps, req, res), readToken(req))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 404) return sendPage(res, 404, unsubscribeMessages.notValid)
      return sendPage(res, 502, unsubscribeMessages.unreachable, true)
    }
    sendPage(res, 200, unsubscribeMessages.done)
  },
})

const readToken = ({ originalUrl }: Request): string =>
  new URL(originalUrl, 'http://console').searchParams.get(unsubscribeTokenParam) ?? ''

/** Creates the API of a visitor who isn't signed in. */
function createApi({ upstream, settings }: Deps, req: Request, res: Response) {
  const requestId = String(res.locals['requestId'])
  const buildHeaders = () =>
    buildPlatformHeaders(null, settings, { requestId, clientAddress: req.ip })
  return createServerApi({
    upstream,
    credentials: { requestId, headers: buildHeaders, checkAnswer: checkUpstreamAnswer },
  })
}

function sendPage(
  res: Response,
  status: number,
  { title, text }: { title: string; text: string },
  hasButton = false,
): void {
  res.locals['route'] = unsubscribePath
  const form = `<form method="post"><button>${unsubscribeMessages.button}</button></form>`
  res.status(status).set(pageHeaders).type('html').send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${pageStyle}</style></head>
<body><main><h1>${title}</h1><p>${text}</p>${hasButton ? form : ''}</main></body></html>
`)
}
