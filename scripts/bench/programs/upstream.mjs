import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import { listen } from './listen.mjs'

// A platform that answers immediately. The file ANSWERS has the JSON of each path and query.
/** @type {Record<string, unknown>} */
const recordedAnswers = JSON.parse(readFileSync(String(process.env['ANSWERS']), 'utf8'))
const answers = new Map(
  Object.entries(recordedAnswers).map(([path, body]) => [path, Buffer.from(JSON.stringify(body))]),
)
const server = createServer((request, response) => {
  const body = answers.get(request.url ?? '')
  if (!body) return void response.writeHead(404).end()
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  }
  response.writeHead(200, headers).end(body)
})
server.keepAliveTimeout = 60_000
await listen(server)
