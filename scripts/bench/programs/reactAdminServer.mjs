import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { brotliCompressSync, constants } from 'node:zlib'
import express from 'express'
import { Pool } from 'undici'
import { listen } from './listen.mjs'

// Serves a page of react-admin: an HTML file, its script, and the platform's call. All are
// compressed: the script once, as well as brotli can, and the call like the console does.
const pool = new Pool(String(process.env['API_BASE_URL']), { connections: 128 })
const script = brotliCompressSync(readFileSync(String(process.env['SCRIPT'])))
const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Stores</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body><div id="root"></div><script type="module" src="/script.js"></script></body></html>`

const app = express()
app.get('/script.js', (_request, response) => {
  response.set('Content-Encoding', 'br').type('js').send(script)
})
app.get('/api/stores', async (_request, response) => {
  const answer = await pool.request({ method: 'GET', path: String(process.env['LIST_CALL']) })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 3 }
  const body = brotliCompressSync(await answer.body.bytes(), { params })
  response.set('Content-Encoding', 'br').type('json').send(body)
})
app.get('/{*any}', (_request, response) => void response.type('html').send(html))
await listen(createServer(app))
