import express from 'express'
import type { Request, RequestHandler } from 'express'
import { reasonOf } from '#client/app.tsx'
import { ApiFailure } from '#shared/engine/api.ts'
import { readRecord } from '#shared/engine/recordCalls.ts'
import { valuesFrom } from '#shared/engine/fields/sentValues.ts'
import { frameParts } from '#shared/areas/giftCards/frames.ts'
import { giftCardTemplates } from '#shared/areas/giftCards/giftCardTemplates.ts'
import { rejectionMessages } from '../edge/messages.ts'
import { refuse } from '../edge/problems.ts'
import { parseFields, TooManyFields } from '../edge/formFields.ts'
import { inTheirNameOf } from '../proxy/inTheirName.ts'
import { createServerApi } from '../proxy/serverApi.ts'
import { confirmSession } from '../signIn/confirmSession.ts'
import { findTooLongText, giftCardFrame } from './giftCardFrames.ts'

/** What is framed runs nothing, and is of no origin (http.md, "Pages"). */
const framedPolicy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'"

/** Parts of templates of gift cards, in frames: as they are kept, or as the form that is sent has them. Nothing is changed. */
export const frames = (deps: FramesDeps): RequestHandler[] => [
  framed,
  confirmSession(deps),
  express.text({ type: () => true, limit: '100kb', inflate: false }),
  createFrame(deps),
]

type FramesDeps = Parameters<typeof confirmSession>[0]

/** Which part of which record an address names; null where there is none. */
function getPart({ method, params }: Request) {
  const part = frameParts.find((name) => name === params['part'])
  const id = Number(params['id'])
  return part && (method === 'POST' || Number.isSafeInteger(id)) ? { part, id } : null
}

const framed: RequestHandler = (req, res, next) => {
  if (!getPart(req)) return next('route')
  res.locals['route'] = '/frames/giftCardTemplates/:id/:part'
  // A rejection shows in the frame, too.
  res.set('Content-Security-Policy', framedPolicy)
  if (res.locals['visitor']) return next()
  refuse(req, res, { status: 401, code: 'signed_out', detail: rejectionMessages.signedOut })
}

const createFrame =
  ({ upstream }: FramesDeps): RequestHandler =>
  async (req, res, next) => {
    const named = getPart(req)
    if (!named) return next()
    const api = createServerApi({ upstream, asked: inTheirNameOf(res) })
    try {
      const values =
        req.method === 'POST'
          ? valuesFrom(giftCardTemplates.fields, parseFields(String(req.body ?? '')))
          : await readRecord(api, giftCardTemplates, named.id)
      const tooLong = findTooLongText(values)
      if (tooLong !== undefined)
        return refuse(req, res, { status: 422, code: 'invalid', detail: `${tooLong}.` })
      res.type('html').send(giftCardFrame(named.part, values))
    } catch (error) {
      if (error instanceof TooManyFields)
        return refuse(req, res, {
          status: 413,
          code: 'too_large',
          detail: rejectionMessages.tooManyFields,
        })
      if (!(error instanceof ApiFailure)) throw error
      const { status, problem } = error
      refuse(req, res, {
        status,
        code: problem.code,
        detail: reasonOf(error, giftCardTemplates.title.one),
      })
    }
  }
