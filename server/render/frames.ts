import express from 'express'
import type { RequestHandler } from 'express'
import { reasonOf } from '#client/app.tsx'
import { ApiFailure } from '#shared/engine/api.ts'
import { readRecord } from '#shared/engine/recordCalls.ts'
import { valuesFrom } from '#shared/engine/fields/sentValues.ts'
import { frameParts } from '#shared/giftCards/frames.ts'
import { giftCardTemplates } from '#shared/resources/giftCardTemplates.ts'
import { refusalMessages, refuse } from '../edge/problems.ts'
import { inTheirNameOf } from '../proxy/inTheirName.ts'
import { createServerApi } from '../proxy/serverApi.ts'
import type { Upstream } from '../proxy/upstream.ts'
import { giftCardFrame } from './giftCardFrames.ts'

/** What is framed runs nothing, and is of no origin (http.md, "Pages"). */
const framedPolicy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'"

/** Parts of templates of gift cards, in frames: as they are kept, or as the form that is sent has them. Nothing is changed. */
export const frames = ({ upstream }: { upstream: Upstream }): RequestHandler[] => [
  express.text({ type: () => true, limit: '100kb', inflate: false }),
  async (req, res, next) => {
    res.locals['route'] = '/frames/giftCardTemplates/:id/:part'
    const part = frameParts.find((name) => name === req.params['part'])
    const id = Number(req.params['id'])
    if (!part || (req.method !== 'POST' && !Number.isSafeInteger(id))) return next()
    // What is refused is told in the frame, too.
    res.set('Content-Security-Policy', framedPolicy)
    if (!res.locals['visitor'])
      return refuse(req, res, {
        status: 401,
        code: 'unauthenticated',
        title: refusalMessages.signedOut,
      })
    const api = createServerApi({ upstream, asked: inTheirNameOf(res) })
    try {
      const values =
        req.method === 'POST'
          ? valuesFrom(giftCardTemplates.fields, formIn(req.body))
          : await readRecord(api, giftCardTemplates, id)
      res.type('html').send(giftCardFrame(part, values))
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      const { status, problem } = error
      refuse(req, res, {
        status,
        code: problem.code,
        title: reasonOf(error, giftCardTemplates.title.one),
      })
    }
  },
]

function formIn(body: unknown): FormData {
  const form = new FormData()
  const sent = new URLSearchParams(typeof body === 'string' ? body : '')
  for (const [name, value] of sent) form.append(name, value)
  return form
}
