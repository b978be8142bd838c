import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FlashMessage } from '#shared/navigation/flashMessage.ts'
import { readFlash, setFlash } from '#server/console/render/flashCookie.ts'
import { startConsoleServer } from '../support/servers/consoleServer.ts'
import type { RunningConsole } from '../support/servers/consoleServer.ts'

const settings = { publicOrigin: 'http://127.0.0.1', domain: '127.0.0.1' }
const deleted: FlashMessage = {
  notice: 'deleted',
  of: { resource: 'sizes', id: 0, name: 'Très grand; "XL"', to: '' },
}
const saved: FlashMessage = {
  notice: 'saved',
  of: { resource: 'sizes', id: 42, name: 'Small', to: '/sizes?edit=42' },
}

let running: RunningConsole
beforeAll(async () => {
  running = await startConsoleServer({
    upstream: 'http://127.0.0.1:9',
    page(req, res) {
      if (req.method === 'GET') return void res.json(readFlash(req, res, settings) ?? null)
      const outcome = req.path === '/deleted' ? deleted : saved
      res.redirect(303, setFlash(res, settings)('/sizes', outcome))
    },
  })
})
afterAll(() => running.stop())

const send = (path: string) =>
  request(running.url).post(path).set('Sec-Fetch-Site', 'same-origin').type('form').send('a=1')
const visit = (address: string, cookie = '') =>
  request(running.url).get(address).set('Cookie', cookie)

test('a cookie names a record without an ID, and the next page reads it once', async () => {
  const { headers } = await send('/deleted')
  expect(headers['location']).toBe('/sizes?notice=deleted')
  const [setCookie = ''] = headers['set-cookie'] ?? []
  expect(setCookie).toMatch(/^called=[^;]+; Max-Age=60; Path=\/; .*HttpOnly; .*SameSite=Strict/)
  const [flashCookie] = setCookie.split(';')
  const page = await visit('/sizes?notice=deleted', flashCookie)
  expect(page.body).toBe('Très grand; "XL"')
  expect(page.headers['set-cookie']).toEqual([expect.stringMatching(/^called=; .*1970/)])
  expect((await visit('/sizes?notice=reordered', flashCookie)).body, 'another message').toBeNull()
  expect((await visit('/sizes', flashCookie)).body).toBeNull()
})

test('the URL names a record with an ID, and a forged cookie names nothing', async () => {
  const { headers } = await send('/saved')
  expect(headers['location']).toBe('/sizes?notice=saved.sizes.42')
  expect(headers['set-cookie']).toBeUndefined()
  for (const cookie of ['', 'called=Won', 'called=j:{"notice":"deleted"}', 'called=j:{'])
    expect((await visit('/sizes?notice=deleted', cookie)).body, cookie).toBeNull()
})
