import express from 'express'
import type { Express } from 'express'
import { createCallHandler } from './core/http/createCallHandler.ts'
import { ApiKeyLimit } from './core/http/apiKeyLimit.ts'
import { CallCounter } from './core/http/callLimits.ts'
import { OpenStreams } from './core/http/openStreams.ts'
import { createErrorHandler, rejectUnknownCall } from './core/http/errorHandlers.ts'
import { createWebhookRouter } from './core/integrations/webhooks.ts'
import type { Platform } from './core/platform/platform.ts'
import { areas as platformAreas } from './areas/index.ts'
import type { Area } from './core/area/area.ts'
import { buildCalls, getWebhookHandlers } from './core/area/buildCalls.ts'
import { createResourceModules } from './core/area/resourceModules.ts'
import { registerModules } from './core/records/moduleRegistry.ts'
import { routeBySegment } from './core/http/routeBySegment.ts'
import { logRequests } from './core/http/logRequests.ts'

/**
 * Trusts `X-Forwarded-For` (`request.ip`) from the console or nginx on this machine or in its
 * private network. Each names one visitor. If the header has several entries, only the last one
 * counts, because that proxy wrote it; anyone can send the others.
 */
function trustNearestProxy(app: Express): void {
  app.set('trust proxy', ['loopback', 'linklocal', 'uniquelocal'])
  const isNearby: (address: string, hop: number) => boolean = app.get('trust proxy fn')
  app.set('trust proxy', (address: string, hop: number) => hop === 0 && isNearby(address, hop))
}

/** Creates the platform's API over an open, migrated database. Tests add areas of their own. */
export function createApp(platform: Platform, areas: readonly Area[] = platformAreas): Express {
  registerModules(createResourceModules(areas))
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)
  trustNearestProxy(app)
  app.use(logRequests(platform.log))
  app.use((_request, response, next) => {
    response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
    next()
  })
  for (const { routers = [] } of areas)
    for (const createRouter of routers) app.use(createRouter(platform))
  app.use(createWebhookRouter(platform, getWebhookHandlers(areas)))
  const sharedState = {
    streams: new OpenStreams(platform),
    counter: new CallCounter(),
    keyLimit: new ApiKeyLimit(() => platform.now().getTime()),
  }
  app.use(
    routeBySegment(buildCalls(areas, platform.google), (call) =>
      createCallHandler(call, platform, sharedState),
    ),
  )
  app.use(rejectUnknownCall)
  app.use(createErrorHandler(platform.log))
  return app
}
