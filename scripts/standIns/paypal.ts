import { serveJson } from './serveJson.ts'
import type { Asked, Reply } from './serveJson.ts'

export const usualPaypal = {
  client: 'AStandIn',
  secret: 'EStandIn',
  scope: 'https://uri.paypal.com/services/payments/payment/authcapture openid',
  webhooks: [] as { id: string; url: string; event_types: { name: string }[] }[],
  readsWebhooks: true,
}
export type PaypalState = typeof usualPaypal

const token = 'A21AA-stand-in'

/** A PayPal of this machine: tokens and webhooks. */
export async function startPaypal(given: Partial<PaypalState> = {}, port = 0) {
  const state: PaypalState = { ...usualPaypal, ...given }
  return { ...(await serveJson('paypal', (asked) => answer(asked, state), port)), state }
}

function answer({ method, url, headers }: Asked, state: PaypalState): Reply {
  if (method === 'POST' && url.pathname === '/v1/oauth2/token') {
    const right = Buffer.from(`${state.client}:${state.secret}`).toString('base64')
    if (headers.authorization !== `Basic ${right}`)
      return {
        status: 401,
        body: { error: 'invalid_client', error_description: 'Client Authentication failed' },
      }
    const common = { token_type: 'Bearer', app_id: 'APP-1', expires_in: 32_400, nonce: 'n' }
    return { body: { scope: state.scope, access_token: token, ...common } }
  }
  if (headers.authorization !== `Bearer ${token}`)
    return { status: 401, body: { error: 'invalid_token' } }
  if (url.pathname !== '/v1/notifications/webhooks')
    return {
      status: 404,
      body: { name: 'RESOURCE_NOT_FOUND', message: 'Not found', debug_id: 'd1' },
    }
  return state.readsWebhooks
    ? { body: { webhooks: state.webhooks } }
    : {
        status: 403,
        body: { name: 'NOT_AUTHORIZED', message: 'Authorization failed', debug_id: 'd1' },
      }
}
