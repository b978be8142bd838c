import { serveJson } from './serveJson.ts'
import type { Asked, Reply } from './serveJson.ts'

export const usualBraintree = {
  publicKey: 'publicstandin',
  privateKey: 'privatestandin',
  /** The class of error that it answers. */
  refuses: null as string | null,
  accounts: [{ id: 'standin_eur', currencyCode: 'EUR', status: 'ACTIVE' }],
}
export type BraintreeState = typeof usualBraintree

/** A Braintree of this machine: one query, whose errors come with the status 200. */
export async function startBraintree(given: Partial<BraintreeState> = {}, port = 0) {
  const state: BraintreeState = { ...usualBraintree, ...given }
  return { ...(await serveJson('braintree', (asked) => answer(asked, state), port)), state }
}

const refused = (errorClass: string): Reply => ({
  body: { data: null, errors: [{ message: 'Refused', extensions: { errorClass } }] },
})

function answer({ url, headers }: Asked, state: BraintreeState): Reply {
  if (url.pathname !== '/graphql') return { status: 404, body: {} }
  const right = Buffer.from(`${state.publicKey}:${state.privateKey}`).toString('base64')
  if (headers.authorization !== `Basic ${right}`) return refused('AUTHENTICATION')
  if (state.refuses !== null) return refused(state.refuses)
  const edges = state.accounts.map((node) => ({ node }))
  const merchant = { status: 'ACTIVE', merchantAccounts: { edges } }
  return { body: { data: { ping: 'pong', viewer: { merchant } }, extensions: { requestId: 'r' } } }
}
