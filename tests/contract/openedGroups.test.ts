import request from 'supertest'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOpenMenuGroups } from '#server/console/render/openMenuGroups.ts'
import { createOpenMenuGroupsCookie } from '#shared/navigation/menu.ts'
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

test('the open menu groups are read from their cookie', async () => {
  const [groupsCookie = ''] = createOpenMenuGroupsCookie(['Gift cards', 'Catalog']).split(';')
  expect(await read(groupsCookie)).toEqual({ opened: ['Catalog', 'Gift cards'] })
})

test('unknown groups and malformed values in the cookie are ignored', async () => {
  expect(await read('')).toEqual({})
  expect(await read('menu=j:{"a":1}')).toEqual({})
  expect(await read('menu=%3Cscript%3E.Catalog.Catalog')).toEqual({ opened: ['Catalog'] })
})
