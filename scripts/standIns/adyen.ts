import { serveJson } from './serveJson.ts'
import type { Asked, Reply } from './serveJson.ts'

export const usualAdyen = {
  key: 'AQE-stand-in',
  active: true,
  merchantAccount: 'StandInECOM',
  methods: ['scheme', 'ideal'],
  webhooks: [] as { url: string; active: boolean }[],
}
export type AdyenState = typeof usualAdyen

/** What both answer; the management API in the words of problem details, checkout in its own. */
const refused = (path: string, status: number, errorCode: string, message: string): Reply => ({
  status,
  body: path.startsWith('/v3/')
    ? { type: 'about:blank', status, errorCode, title: message, detail: message }
    : { status, errorCode, message, errorType: 'security' },
})

/** An Adyen of this machine: who the key is of, payment methods, webhooks. */
export async function startAdyen(given: Partial<AdyenState> = {}, port = 0) {
  const state: AdyenState = { ...usualAdyen, ...given }
  return { ...(await serveJson('adyen', (asked) => answer(asked, state), port)), state }
}

function answer({ url, headers, body }: Asked, state: AdyenState): Reply {
  if (headers['x-api-key'] !== state.key)
    return refused(url.pathname, 401, '000', 'HTTP Status Response')
  if (url.pathname === '/v3/me')
    return {
      body: {
        id: 'S2-1',
        username: 'ws_1@Company.StandIn',
        clientKey: 'test_STANDIN',
        allowedIpAddresses: [],
        roles: ['Checkout webservice role', 'Management API - Webhooks read'],
        active: state.active,
      },
    }
  if (url.pathname === '/v72/paymentMethods') {
    const { merchantAccount } = JSON.parse(body)
    if (merchantAccount !== state.merchantAccount)
      return refused(url.pathname, 403, '901', 'Invalid Merchant Account')
    return { body: { paymentMethods: state.methods.map((type) => ({ type, name: type })) } }
  }
  if (url.pathname === `/v3/merchants/${state.merchantAccount}/webhooks`) {
    const common = { id: 'S2-2', type: 'standard', communicationFormat: 'json' }
    const data = state.webhooks.map((one) => ({ ...common, ...one }))
    return { body: { itemsTotal: data.length, pagesTotal: 1, data } }
  }
  return refused(url.pathname, 404, '404', 'Not found')
}
