import type { RequestHandler } from 'express'
import { refusalMessages } from '../edge/refusalMessages.ts'
import { refuse } from '../edge/problems.ts'
import { mediaType } from '../edge/writeCheck.ts'

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** Pages are read, and take forms (http.md "Who may write"). */
export const pageRequest: RequestHandler = (req, res, next) => {
  if (req.method === 'GET' || req.method === 'HEAD') return next()
  if (req.method !== 'POST') {
    res.setHeader('Allow', 'GET, HEAD, POST')
    return refuse(req, res, { status: 405, code: 'bad_request', title: refusalMessages.method })
  }
  if (formTypes.includes(mediaType(req.headers['content-type']))) return next()
  refuse(req, res, {
    status: 415,
    code: 'unsupported_type',
    title: refusalMessages.type(formTypes.join(', ')),
  })
}
