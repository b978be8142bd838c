import { once } from 'node:events'
import { createServer } from 'node:http'
import { startConsole } from './measuredProgram.ts'
import { startPlatform } from './platform.ts'

/**
 * Records the console's responses for paths, and the platform's responses to its calls. A returning
 * browser has the stylesheet, so its pages come without it.
 */
export async function recordAnswers(
  paths: readonly string[],
  { isReturning = false }: { isReturning?: boolean } = {},
) {
  const platform = await startPlatform()
  const records = Array.from({ length: 50 }, (_, index) => createSize(index))
  await fetch(`${platform.url}/sizes/many`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${platform.token}` },
    body: JSON.stringify({ records }),
  })
  const recorder = await startRecorder(platform.url)
  const console = await startConsole(recorder.url)
  const session = `apiToken=${platform.token}; storeId=1; userId=1`
  const stylesheet = isReturning ? await findStylesheetCookie(console.url) : ''
  const recordings = []
  for (const path of paths) {
    const cookie = [path === '/' ? '' : session, stylesheet].filter(Boolean).join('; ')
    const headers = { cookie }
    const response = await fetch(console.url + path, { headers })
    recordings.push({ path, headers, text: await response.text(), answers: recorder.takeAnswers() })
  }
  recorder.stop()
  await Promise.all([console, platform].map((program) => program.stop()))
  return recordings
}

async function findStylesheetCookie(consoleUrl: string): Promise<string> {
  const html = await (await fetch(consoleUrl)).text()
  const [, url] = /<style[^>]* data-stylesheet="([^"]+)"/.exec(html) ?? []
  if (url === undefined) throw new Error('the first page has its style inline')
  return `stylesheet=${encodeURIComponent(url)}`
}

const createSize = (index: number) => ({
  name: `Size ${index}`,
  code: `B-${index}`,
  group: 'adult',
  measurementUnit: 'cm',
  active: true,
})

async function startRecorder(platformUrl: string) {
  const answers: Map<string, unknown> = new Map()
  const server = createServer(async ({ url = '/', headers }, response) => {
    const authorization = headers.authorization ?? ''
    const answer = await fetch(platformUrl + url, { headers: { authorization } })
    const body = await answer.text()
    answers.set(url, JSON.parse(body))
    const type = answer.headers.get('content-type') ?? ''
    response.writeHead(answer.status, { 'content-type': type }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    takeAnswers() {
      const recordedAnswers = Object.fromEntries(answers)
      answers.clear()
      return recordedAnswers
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
