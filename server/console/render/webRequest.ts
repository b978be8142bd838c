import type { IncomingMessage } from 'node:http'
import { withoutLineEnds } from '#shared/navigation/guard.ts'
import { messages } from '#shared/messages.ts'
import { rejectionMessages } from '../edge/messages.ts'
import { refuse } from '../edge/problems.ts'
import { BodiesBusy } from '../edge/bodyMemory.ts'
import type { TakeChunk } from '../edge/bodyMemory.ts'
import { readFields, TooManyFields } from '../edge/formFields.ts'
import { BodyTooLarge } from '../edge/requestBody.ts'
import { noticeIn, outcomeMessage } from '#shared/navigation/notice.ts'
import type { OutcomeMessage } from '#shared/navigation/notice.ts'
import { ApiFailure } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { readRecord } from '#shared/engine/recordCalls.ts'
import { jobLink, readJob } from '#shared/engine/jobs/jobCalls.ts'
import { jobsParam } from '#shared/engine/jobs/jobsAddress.ts'
import { offeredPanels } from '#shared/engine/panels.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { recordPanel } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { listViews } from '#shared/engine/list/views.ts'
import { viewLink, viewOf } from '#shared/engine/list/viewWrites.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { actionsAt } from '#shared/areas/stores/storeActions.ts'
import { resourceNamed } from '#shared/areas/index.ts'
import type { RequestHandler } from 'express'
import { mediaType } from '../edge/writeCheck.ts'
import { BrokenForm, formWithFiles } from './formWithFiles.ts'
import type { FormFiles } from './formWithFiles.ts'

/** A request whose form was parsed already: to encode it and parse it again would take several times its size. */
class FormRequest extends Request {
  readonly #form: FormData

  constructor(address: URL, form: FormData) {
    super(address, { method: 'POST' })
    this.#form = form
  }

  override formData(): Promise<FormData> {
    return Promise.resolve(this.#form)
  }

  override clone(): FormRequest {
    return new FormRequest(new URL(this.url), this.#form)
  }
}

type FormRefusal = { status: number; text: string }

/**
 * A request as React Router takes it; an unreadable form is a visit. Rejects with `BodyCutOff`. No signal: following one is dear.
 * `limit` is the most bytes of texts.
 */
export async function webRequest(
  req: IncomingMessage & { originalUrl: string },
  origin: string,
  files: FormFiles & { take: TakeChunk },
): Promise<{ request: Request; refusal: FormRefusal | null }> {
  const address = new URL(req.originalUrl, origin)
  address.pathname = withoutLineEnds(address.pathname)
  const visit = () => new Request(address)
  if (req.method !== 'POST') return { request: visit(), refusal: null }
  try {
    const isMultipart = mediaType(req.headers['content-type']) === 'multipart/form-data'
    const form = isMultipart
      ? await formWithFiles(req, files)
      : await readFields(req, files.limit, files.take)
    return { request: new FormRequest(address, form), refusal: null }
  } catch (error) {
    if (error instanceof BrokenForm)
      return { request: visit(), refusal: { status: 400, text: rejectionMessages.brokenForm } }
    if (error instanceof TooManyFields)
      return { request: visit(), refusal: { status: 413, text: rejectionMessages.tooManyFields } }
    if (error instanceof BodiesBusy)
      return { request: visit(), refusal: { status: 503, text: messages.failures.busy } }
    if (!(error instanceof BodyTooLarge)) throw error
    return { request: visit(), refusal: { status: 413, text: messages.failures.tooLarge } }
  }
}

/** What the page begins with saying; `called` is what a notice of no number is of. */
export async function noticesOf(
  request: Request,
  refusal: FormRefusal | null,
  api: Api | null,
  called: string | undefined,
) {
  if (refusal) return [{ type: 'error' as const, text: refusal.text, timeout: false }]
  const said = noticeIn(new URL(request.url).searchParams)
  if (said && called !== undefined)
    return [outcomeMessage({ notice: said.notice, of: { ...nowhere, name: called } })]
  return said ? [await named(said, api, new URL(request.url).pathname)] : []
}

const nowhere = { resource: '', id: 0, to: '' }

async function named(
  { notice, resource: name = '', id }: NonNullable<ReturnType<typeof noticeIn>>,
  api: Api | null,
  pathname: string,
): Promise<OutcomeMessage> {
  const resource = resourceNamed(name)
  if (id === undefined || !api) return outcomeMessage({ notice })
  try {
    if (name === jobsParam)
      return outcomeMessage({ notice, of: jobLink(await readJob(api, id), pathname) })
    const list = name.startsWith(viewOf) && resourceNamed(name.slice(viewOf.length))
    if (list) {
      const view = (await listViews(api, list)).find((one) => one.id === id)
      const path = list.path.replace(/^[^?]*/, pathname)
      return outcomeMessage({ notice, of: view && viewLink({ ...list, path }, view) })
    }
    if (!resource) return outcomeMessage({ notice })
    const of = recordLink(resource, await readRecord(api, resource, id))
    const undoAt = undoneAt(notice, resource, of.to)
    return { ...outcomeMessage({ notice, of }), ...(undoAt && { undoAt }) }
  } catch (error) {
    if (error instanceof ApiFailure) return outcomeMessage({ notice })
    throw error
  }
}

/** Where what was done to a record is put back by forms, which tell first what that changes: an address may come from anyone. */
function undoneAt(notice: string, resource: Resource, to: string): string | null {
  if (resource.name === stores.name && notice === 'status-changed') return actionsAt(to)
  const isEdit = /^(saved|put-back|(added|removed)-[1-9]\d*)$/.test(notice)
  const tells = offeredPanels(resource).includes('history') && recordPanel(resource) === 'edit'
  return isEdit && tells && !resource.single ? `${to}&history` : null
}

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

/** Pages are read, and take forms (http.md "Who may write"). */
export const pageRequest: RequestHandler = (req, res, next) => {
  if (req.method === 'GET' || req.method === 'HEAD') return next()
  if (req.method !== 'POST') {
    res.setHeader('Allow', 'GET, HEAD, POST')
    return refuse(req, res, {
      status: 405,
      code: 'bad_request',
      detail: rejectionMessages.methodNotAllowed,
    })
  }
  if (formTypes.includes(mediaType(req.headers['content-type']))) return next()
  refuse(req, res, {
    status: 415,
    code: 'unsupported_type',
    detail: rejectionMessages.contentTypes(formTypes.join(', ')),
  })
}
