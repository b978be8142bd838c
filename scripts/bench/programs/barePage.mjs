import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { constants, createBrotliCompress } from 'node:zlib'
import express from 'express'
import { createElement } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { Pool } from 'undici'
import { listen } from './listen.mjs'

/** @typedef {string | [tag: string, attributes: Record<string, string | true>, ...children: Node[]]} Node */

// The calls of a page, and React's stream of its elements without any components. The responses
// replace `dataPlaceholder`.
/** @type {{ tree: Node, calls: string[], dataPlaceholder: string }} */
const { tree, calls, dataPlaceholder } = JSON.parse(
  readFileSync(String(process.env['PAGE']), 'utf8'),
)
const pool = new Pool(String(process.env['API_BASE_URL']), { connections: 128 })

/** @param {Node} node @param {string} data @returns {import('react').ReactNode} */
function createReactNode(node, data) {
  if (typeof node === 'string') return node
  const [tag, attributes, ...children] = node
  if (tag !== 'script')
    return createElement(tag, attributes, ...children.map((child) => createReactNode(child, data)))
  const text = children[0] === dataPlaceholder ? data : ''
  return createElement(tag, { ...attributes, dangerouslySetInnerHTML: { __html: text } })
}

/**
 * Compresses the response like the console does.
 * @param {string | undefined} accepted @param {import('express').Response} response
 */
function compressResponse(accepted, response) {
  if (!accepted?.includes('br')) return response
  response.set('Content-Encoding', 'br')
  const stream = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })
  stream.pipe(response)
  return stream
}

const app = express()
app.disable('etag')
app.get('/{*any}', async ({ headers }, response) => {
  const authorization = `Bearer ${headers.cookie}`
  const answers = await Promise.all(
    calls.map(async (path) => {
      const answer = await pool.request({ method: 'GET', path, headers: { authorization } })
      return answer.body.json()
    }),
  )
  const data = JSON.stringify(answers).replaceAll('<', '\\u003c')
  const { pipe } = renderToPipeableStream(createReactNode(tree, data), {
    onShellReady: () => pipe(compressResponse(headers['accept-encoding'], response.type('html'))),
  })
})
await listen(createServer(app))
