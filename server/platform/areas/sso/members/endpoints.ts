import express from 'express'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { atStore } from '../visits.ts'
import { storeAt } from '../storeHosts/storeHosts.ts'
import { appFiles } from './files.ts'
import { memberPaths, memberSignOnAt } from './settings.ts'
import { beginTest, endTest } from './testSignIn.ts'

export function memberSignOnEndpoints(platform: Platform): express.Router {
  const router = express.Router()
  const at = atStore(platform)
  router.get(memberPaths.test, at(beginTest))
  router.get(memberPaths.callback, at(endTest))
  router.get('/.well-known/:name', async (request, response, next) => {
    const store = await storeAt(platform.db, platform, request.get('host') ?? '')
    const app = store && (await memberSignOnAt(platform, store.id))
    const file = app && appFiles(app, store.origin).find(({ name }) => name === request.params.name)
    if (!file?.content) return next()
    response.type('application/json').send(JSON.stringify(file.content))
  })
  return router
}
