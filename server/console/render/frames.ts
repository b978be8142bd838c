import express from 'express'
import type { Request, RequestHandler } from 'express'
import { formatError } from '#client/app.tsx'
import { ApiError } from '#shared/engine/api.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { parseFormData } from '#shared/engine/fields/parseFormData.ts'
import { frameParts } from '#shared/areas/giftCards/frames.ts'
import { giftCardTemplates } from '#shared/areas/giftCards/giftCardTemplates.ts'
import { rejectionMessages } from '../edge/messages.ts'
import { rejectRequest } from '../edge/problems.ts'
import { parseEncodedForm, TooManyFields } from '../edge/formFields.ts'
import { getPlatformCredentials } from '../proxy/platformCredentials.ts'
import { createServerApi } from '../proxy/serverApi.ts'
import { confirmSession } from '../signIn/confirmSession.ts'
import { findTooLongTextError, renderGiftCardFrame } from './giftCardFrames.ts'

/** Framed content runs no scripts and has an opaque origin (http.md, "Pages"). */
const frameContentPolicy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'"

/**
 * Renders parts of gift card templates for frames: as saved, or with unsaved form values. Saves
 * nothing.
 */
export const createGiftCardFrameHandlers = (deps: FrameDeps): RequestHandler[] => [
  prepareFrame,
  confirmSession(deps),
  express.text({ type: () => true, limit: '100kb', inflate: false }),
  createFrameRenderer(deps),
]

type FrameDeps = Parameters<typeof confirmSession>[0]

/** Returns the template part and ID that a URL names, or null. */
function getFramePart({ method, params }: Request) {
  const part = frameParts.find((name) => name === params['part'])
  const id = Number(params['id'])
  return part && (method === 'POST' || Number.isSafeInteger(id)) ? { part, id } : null
}

const prepareFrame: RequestHandler = (req, res, next) => {
  if (!getFramePart(req)) return next('route')
  res.locals['route'] = '/frames/giftCardTemplates/:id/:part'
  // Set before a possible rejection, which also shows in the frame.
  res.set('Content-Security-Policy', frameContentPolicy)
  if (res.locals['visitor']) return next()
  rejectRequest(req, res, { status: 401, code: 'signed_out', detail: rejectionMessages.signedOut })
}

const createFrameRenderer =
  ({ upstream }: FrameDeps): RequestHandler =>
  async (req, res, next) => {
    const framePart = getFramePart(req)
    if (!framePart) return next()
    const api = createServerApi({ upstream, credentials: getPlatformCredentials(res) })
    try {
      const values =
        req.method === 'POST'
          ? parseFormData(giftCardTemplates.fields, parseEncodedForm(String(req.body ?? '')))
          : await loadRecord(api, giftCardTemplates, framePart.id)
      const tooLong = findTooLongTextError(values)
      if (tooLong !== undefined)
        return rejectRequest(req, res, { status: 422, code: 'invalid', detail: `${tooLong}.` })
      res.type('html').send(renderGiftCardFrame(framePart.part, values))
    } catch (error) {
      if (error instanceof TooManyFields)
        return rejectRequest(req, res, {
          status: 413,
          code: 'too_large',
          detail: rejectionMessages.tooManyFields,
        })
      if (!(error instanceof ApiError)) throw error
      const { status, problem } = error
      rejectRequest(req, res, {
        status,
        code: problem.code,
        detail: formatError(error, giftCardTemplates.title.one),
      })
    }
  }
