import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type BareCall = { method: string; path: string; headers: IncomingHttpHeaders; body: unknown }

/**
 * Starts a platform with only the eight calls in the table of spec.md section 7. The console must
 * work with it as with any platform.
 */
export async function startBarePlatform() {
  const calls: BareCall[] = []
  const user = { id: 'u-7', storeId: 's-1', sIdentifier: 1 }
  const permissions = ['ordersRead', 'Sizes']
  const account = { email: 'any@platform.example', password: 'open sesame' }
  let token = 'bare-token-1'

  const answers: Record<string, (body: unknown) => { status: number; body: unknown }> = {
    'POST /auth/login': (body) =>
      JSON.stringify(body) === JSON.stringify(account)
        ? { status: 200, body: { status: 200, token, user, permissions } }
        : { status: 400, body: { message: 'no' } },
    'GET /users/roles/details': () => ({ status: 200, body: { user, permissions } }),
    'PUT /users/changePassword': () => ({ status: 200, body: { anything: true } }),
    'GET /catalogs': () => ({ status: 200, body: { data: [{}, {}] } }),
    'GET /categories': () => ({ status: 500, body: 'broken' }),
    'GET /sizes': () => ({
      status: 200,
      body: {
        data: [
          { id: 1, name: 'Small' },
          { id: 2, name: 'Large' },
        ],
      },
    }),
    'GET /members': () => ({ status: 200, body: { data: [] } }),
  }

  const server = createServer((req, res) => {
    void (async () => {
      const path = new URL(req.url ?? '/', 'http://x').pathname
      const call = `${req.method} ${path}`
      const sent = await text(req)
      const body: unknown = sent ? JSON.parse(sent) : undefined
      calls.push({ method: req.method ?? '', path, headers: req.headers, body })
      const isLogin = call === 'POST /auth/login'
      const signedIn = req.headers.authorization === `Bearer ${token}`
      const answer = !answers[call]
        ? { status: 404, body: { message: 'Cannot find it' } }
        : isLogin || signedIn
          ? answers[call](body)
          : { status: 401, body: { message: 'who?' } }
      res
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer.body))
    })()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  // A listening TCP server has an address of this shape.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    account,
    calls,
    /** Makes every call with the current token answer 401. */
    revokeToken: () => {
      token = 'bare-token-2'
    },
    stop: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
