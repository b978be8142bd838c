import { createServer } from 'node:http'
import { Pool } from 'undici'
import { listen } from './listen.mjs'

// The minimum cost of a proxy: it forwards calls and responses unchanged and guarantees nothing.
const pool = new Pool(String(process.env['API_BASE_URL']), { connections: 128 })
const server = createServer(({ method = 'GET', url = '/', headers }, response) => {
  const path = url.replace(/^\/api/, '')
  const { host: _, connection: __, ...forwardedHeaders } = headers
  pool
    .stream({ method, path, headers: forwardedHeaders, opaque: response }, (answer) => {
      const { connection: ___, 'keep-alive': ____, ...responseHeaders } = answer.headers
      return response.writeHead(answer.statusCode, responseHeaders)
    })
    .catch(() => response.destroy())
})
await listen(server)
