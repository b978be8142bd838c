import type { RequestHandler } from 'express'

/** Answers while the process lives. */
export const healthz: RequestHandler = (_req, res) => {
  res.locals['route'] = '/healthz'
  res.type('text/plain').send('alive\n')
}

/** 503 until ready and while draining; what `ready` means is main.ts's to say. */
export const readyz =
  (ready: () => boolean): RequestHandler =>
  (_req, res) => {
    res.locals['route'] = '/readyz'
    const isReady = ready()
    res
      .status(isReady ? 200 : 503)
      .type('text/plain')
      .send(isReady ? 'ready\n' : 'not ready\n')
  }
