import { platformIntegrations } from './areas/integrations.ts'
import express from 'express'
import type { Express } from 'express'
import type { Resource } from '#shared/engine/resource.ts'
import { createCallHandler } from './core/http/createCallHandler.ts'
import { CallCounter } from './core/http/callLimits.ts'
import { OpenStreams } from './core/http/openStreams.ts'
import { createErrorHandler, rejectUnknownCall } from './core/http/errorHandlers.ts'
import type { Integration } from './core/integrations/integration.ts'
import { createWebhookRouter } from './core/integrations/webhooks.ts'
import { createMobileSsoRouter } from './areas/sso/members/mobileSsoEndpoints.ts'
import type { Platform } from './core/platform/platform.ts'
import { createSsoRouter } from './areas/sso/ssoEndpoints.ts'
import { buildCalls } from './areas/index.ts'
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

/**
 * Creates the platform's API over an open, migrated database. `definitions` are the product's
 * resources; tests add some.
 */
export function createApp(
  platform: Platform,
  definitions?: readonly Resource[],
  integrations: readonly Integration[] = platformIntegrations,
): Express {
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
  app.use(createMobileSsoRouter(platform))
  app.use(createSsoRouter(platform))
  app.use(createWebhookRouter(platform, integrations))
  const sharedState = { streams: new OpenStreams(platform), counter: new CallCounter() }
  for (const call of buildCalls(platform.google, definitions, integrations))
    app[call.method](call.path, createCallHandler(call, platform, sharedState))
  app.use(rejectUnknownCall)
  app.use(createErrorHandler(platform.log))
  return app
}
