import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOpenMenuGroups } from '#server/console/render/openMenuGroups.ts'
import { createOpenGroupsCookie } from '#shared/navigation/menu.ts'
import { startConsoleServer } from '../support/servers/consoleServer.ts'
import type { RunningConsole } from '../support/servers/consoleServer.ts'

let running: RunningConsole
beforeAll(async () => {
  running = await startConsoleServer({
    upstream: 'http://127.0.0.1:9',
    page: (req, res) => void res.json(readOpenMenuGroups(req)),
  })
})
afterAll(() => running.stop())

const read = async (cookie: string) =>
  (await request(running.url).get('/').set('Cookie', cookie)).body

test('the groups of the side menu that were opened are read from their cookie', async () => {
  const [kept = ''] = createOpenGroupsCookie(['Gift cards', 'Catalog']).split(';')
  expect(await read(kept)).toEqual({ opened: ['Catalog', 'Gift cards'] })
})

test('of what the cookie says besides nothing comes into a page', async () => {
  expect(await read('')).toEqual({})
  expect(await read('menu=j:{"a":1}')).toEqual({})
  expect(await read('menu=%3Cscript%3E.Catalog.Catalog')).toEqual({ opened: ['Catalog'] })
})
