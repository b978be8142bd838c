import type { IncomingMessage } from 'node:http'
import { replaceEncodedLineEnds } from '#shared/navigation/guard.ts'
import { messages } from '#shared/messages.ts'
import { rejectionMessages } from '../edge/messages.ts'
import { rejectRequest } from '../edge/problems.ts'
import { BodyMemoryFull } from '../edge/bodyMemory.ts'
import type { OnChunk } from '../edge/bodyMemory.ts'
import { readEncodedForm, TooManyFields } from '../edge/formFields.ts'
import { BodyTooLarge } from '../edge/requestBody.ts'
import { parseFlash, formatFlashMessage } from '#shared/navigation/formatFlashMessage.ts'
import type { FlashNotification } from '#shared/navigation/flashMessage.ts'
import { ApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { toJobLink, loadJob } from '#shared/engine/jobs/jobCalls.ts'
import { findTestedName } from '#shared/engine/jobs/testJobs.ts'
import { jobsParam } from '#shared/engine/jobs/jobsUrl.ts'
import { getOfferedPanels } from '#shared/engine/panels.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { getRecordPanel } from '#shared/engine/resource.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { listViews } from '#shared/engine/list/views.ts'
import { toViewLink, viewLinkPrefix } from '#shared/engine/list/viewCalls.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { buildStoreActionsMenuUrl } from '#shared/areas/stores/storeUrl.ts'
import { getResource } from '#shared/engine/resourceRegistry.ts'
import type { RequestHandler } from 'express'
import { getMediaType } from '../edge/writeCheck.ts'
import { MalformedForm, parseMultipartForm } from './multipartForm.ts'
import type { FormFileOptions } from './multipartForm.ts'

/**
 * A request with a parsed form. Encoding the form and parsing it again would take several times its
 * size in memory.
 */
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

type FormRejection = { status: number; text: string }

/**
 * Creates a request for React Router. If the form can't be read, the request is a GET of the page.
 * Rejects with `BodyCutOff`. The request has no signal, because following one is expensive.
 * `files.limit` is the maximum size of texts, in bytes.
 */
export async function createWebRequest(
  req: IncomingMessage & { originalUrl: string },
  origin: string,
  files: FormFileOptions & { take: OnChunk },
): Promise<{ request: Request; refusal: FormRejection | null }> {
  const address = new URL(req.originalUrl, origin)
  address.pathname = replaceEncodedLineEnds(address.pathname)
  const createVisit = () => new Request(address)
  if (req.method !== 'POST') return { request: createVisit(), refusal: null }
  try {
    const isMultipart = getMediaType(req.headers['content-type']) === 'multipart/form-data'
    const form = isMultipart
      ? await parseMultipartForm(req, files)
      : await readEncodedForm(req, files.limit, files.take)
    return { request: new FormRequest(address, form), refusal: null }
  } catch (error) {
    if (error instanceof MalformedForm)
      return {
        request: createVisit(),
        refusal: { status: 400, text: rejectionMessages.brokenForm },
      }
    if (error instanceof TooManyFields)
      return {
        request: createVisit(),
        refusal: { status: 413, text: rejectionMessages.tooManyFields },
      }
    if (error instanceof BodyMemoryFull)
      return { request: createVisit(), refusal: { status: 503, text: messages.failures.busy } }
    if (!(error instanceof BodyTooLarge)) throw error
    return { request: createVisit(), refusal: { status: 413, text: messages.failures.tooLarge } }
  }
}

/**
 * Returns the notifications that the page shows first. The name from the flash cookie is for a
 * message whose record has no ID.
 */
export async function loadFlashNotifications(
  request: Request,
  rejection: FormRejection | null,
  api: Api | null,
  recordName: string | undefined,
) {
  if (rejection) return [{ type: 'error' as const, text: rejection.text, timeout: false }]
  const flash = parseFlash(new URL(request.url).searchParams)
  if (flash && recordName !== undefined)
    return [formatFlashMessage({ notice: flash.notice, of: { ...noTarget, name: recordName } })]
  return flash ? [await loadFlashNotification(flash, api, new URL(request.url).pathname)] : []
}

const noTarget = { resource: '', id: 0, to: '' }

async function loadFlashNotification(
  { notice, resource: name = '', id }: NonNullable<ReturnType<typeof parseFlash>>,
  api: Api | null,
  pathname: string,
): Promise<FlashNotification> {
  const resource = getResource(name)
  if (id === undefined || !api) return formatFlashMessage({ notice })
  try {
    if (name === jobsParam) {
      const job = await loadJob(api, id)
      const title = findTestedName(job) ?? job.title
      return formatFlashMessage({ notice, of: toJobLink({ id, title }, pathname) })
    }
    const list = name.startsWith(viewLinkPrefix) && getResource(name.slice(viewLinkPrefix.length))
    if (list) {
      const view = (await listViews(api, list)).find((one) => one.id === id)
      const path = list.path.replace(/^[^?]*/, pathname)
      return formatFlashMessage({ notice, of: view && toViewLink({ ...list, path }, view) })
    }
    if (!resource) return formatFlashMessage({ notice })
    const link = toRecordLink(resource, await loadRecord(api, resource, id))
    const undoAt = getUndoUrl(notice, resource, link.to)
    return { ...formatFlashMessage({ notice, of: link }), ...(undoAt && { undoAt }) }
  } catch (error) {
    if (error instanceof ApiError) return formatFlashMessage({ notice })
    throw error
  }
}

/**
 * Returns the URL of the form that undoes a change. The form shows what changes before it does
 * anything, because anyone can build a URL.
 */
function getUndoUrl(notice: string, resource: Resource, to: string): string | null {
  if (resource.name === stores.name && notice === 'status-changed')
    return buildStoreActionsMenuUrl(to)
  const isEdit = /^(saved|put-back|(added|removed)-[1-9]\d*)$/.test(notice)
  const showsHistory =
    getOfferedPanels(resource).includes('history') && getRecordPanel(resource) === 'edit'
  return isEdit && showsHistory && !resource.api.single ? `${to}&history` : null
}

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data']

/**
 * Rejects methods and content types that pages don't support: they are read, and accept forms
 * (http.md "Who may write").
 */
export const rejectUnsupportedPageRequests: RequestHandler = (req, res, next) => {
  if (req.method === 'GET' || req.method === 'HEAD') return next()
  if (req.method !== 'POST') {
    res.setHeader('Allow', 'GET, HEAD, POST')
    return rejectRequest(req, res, {
      status: 405,
      code: 'bad_request',
      detail: rejectionMessages.methodNotAllowed,
    })
  }
  if (formTypes.includes(getMediaType(req.headers['content-type']))) return next()
  rejectRequest(req, res, {
    status: 415,
    code: 'unsupported_type',
    detail: rejectionMessages.contentTypes(formTypes.join(', ')),
  })
}
