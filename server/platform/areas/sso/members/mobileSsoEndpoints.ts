import express from 'express'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import { createStoreVisitHandler } from '../storeVisits.ts'
import { findStoreByHost } from '../storeHosts/storeHosts.ts'
import { buildAppLinkFiles } from './appLinkFiles.ts'
import { mobileSsoPaths, findMobileSsoSetup } from './mobileSsoSettings.ts'
import { startMobileSsoTest, completeMobileSsoTest } from './mobileTestSignIn.ts'

export function createMobileSsoRouter(platform: Platform): express.Router {
  const router = express.Router()
  const handle = createStoreVisitHandler(platform)
  router.get(mobileSsoPaths.test, handle(startMobileSsoTest))
  router.get(mobileSsoPaths.callback, handle(completeMobileSsoTest))
  router.get('/.well-known/:name', async (request, response, next) => {
    const store = await findStoreByHost(platform.db, platform, request.get('host') ?? '')
    const app = store && (await findMobileSsoSetup(platform, store.id))
    const file =
      app && buildAppLinkFiles(app, store.origin).find(({ name }) => name === request.params.name)
    if (!file?.content) return next()
    response.type('application/json').send(JSON.stringify(file.content))
  })
  return router
}
