import { createHash } from 'node:crypto'
import type { Response } from 'express'
import { ApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { loadStepUpOptions, submitStepUp } from '#shared/engine/stepUp.ts'
import { stepUpRequired } from '#shared/engine/stepUpCode.ts'
import { isStepUpMethod, stepUpMessages } from '#shared/engine/stepUpMessages.ts'
import type { StepUpMethod } from '#shared/engine/stepUpMessages.ts'
import { escapeHtml } from './document.ts'
import { formatError } from '#client/app.tsx'

/** The fields that this page adds to the form that it keeps. */
const methodField = 'stepUpMethod'
const proofField = 'stepUpProof'

/** An API that remembers whether the platform asked for a confirmation. */
export type WatchedApi = { api: Api; needsStepUp: () => boolean }

/** Watches the calls of a page for one that needs a recent confirmation. */
export function watchForStepUp(api: Api): WatchedApi {
  let needsStepUp = false
  return {
    needsStepUp: () => needsStepUp,
    api: {
      ...api,
      async send(request) {
        try {
          return await api.send(request)
        } catch (error) {
          if (error instanceof ApiError && error.problem.code === stepUpRequired) needsStepUp = true
          throw error
        }
      },
    },
  }
}

/**
 * Confirms who the operator is if the form comes from this page, and removes what this page added.
 * Returns the error to show, or null to continue.
 */
export async function confirmFormStepUp(
  form: FormData,
  api: Api,
): Promise<{ method: StepUpMethod; error: string } | null> {
  const [method, proof] = [form.get(methodField), form.get(proofField)]
  form.delete(methodField)
  form.delete(proofField)
  if (!isStepUpMethod(method) || method === 'passkey' || typeof proof !== 'string') return null
  try {
    await submitStepUp(
      api,
      method === 'password' ? { method, password: proof } : { method, code: proof },
    )
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, password } = error.problem.fields ?? {}
    return { method, error: code ?? password ?? formatError(error, stepUpMessages.what) }
  }
}

const stepUpStyle = `body{font:15px/1.5 system-ui,sans-serif;color:#0f172a;background:#f8fafc;margin:0;padding:24px}
main{max-width:420px;margin:5vh auto;background:#fff;border:1px solid #e2e8f0;border-radius:8px;padding:24px}
h1{font-size:20px;line-height:28px;margin:0 0 12px}p{margin:0 0 16px}form{display:grid;gap:12px;margin:0 0 16px}
label{display:grid;gap:4px;font-weight:500}input{min-height:36px;padding:0 8px;border:1px solid #94a3b8;border-radius:6px;font:inherit}
.error{margin:0;color:#b91c1c}.hint{margin:-8px 0 0;color:#475569;font-size:13px}a{color:#4338ca}
button{min-height:36px;padding:0 16px;border:0;border-radius:6px;background:#4338ca;color:#fff;font:inherit;font-weight:500}
button:hover{background:#3730a3}:focus-visible{outline:2px solid #4338ca;outline-offset:2px}`

const stepUpPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(stepUpStyle).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/**
 * Sends the page that asks for a confirmation without JavaScript. What was typed is in hidden
 * fields of its form, never in an address, and goes to the same page again.
 */
export async function sendStepUpPage(
  res: Response,
  { api, form, url }: { api: Api; form: FormData; url: string },
  rejected: { method: StepUpMethod; error: string } | null,
): Promise<void> {
  const { methods } = await loadStepUpOptions(api)
  const usable = methods.filter(isStepUpMethod).filter((method) => method !== 'passkey')
  const hidden = [...form]
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .map(([name, value]) => buildHiddenInput(name, value))
    .join('')
  const forms = usable.map((method) =>
    buildForm(method, { url, hidden, error: rejected?.method === method ? rejected.error : null }),
  )
  const note = usable.length > 0 ? forms.join('') : `<p>${stepUpMessages.onlyPasskey}</p>`
  const title = stepUpMessages.title.replaceAll("'", '&#39;')
  res
    .status(rejected ? 422 : 403)
    .set('Content-Security-Policy', stepUpPolicy)
    .type('html').send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${stepUpStyle}</style></head>
<body><main><h1>${title}</h1><p>${stepUpMessages.explanation}</p>${note}<a href="${escapeHtml(url)}">${stepUpMessages.cancel}</a></main></body></html>
`)
}

const buildHiddenInput = (name: string, value: string) =>
  `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`

function buildForm(
  method: Exclude<StepUpMethod, 'passkey'>,
  { url, hidden, error }: { url: string; hidden: string; error: string | null },
): string {
  const { label, submit } = stepUpMessages.methods[method]
  const type = method === 'password' ? 'password' : 'text'
  const complete = method === 'password' ? 'current-password' : 'one-time-code'
  const describedBy = error ? ` aria-invalid="true" aria-describedby="${method}-error"` : ''
  const alert = error
    ? `<p class="error" role="alert" id="${method}-error">${escapeHtml(error)}</p>`
    : ''
  const hint = method === 'password' ? `<p class="hint">${stepUpMessages.noPassword}</p>` : ''
  return `<form method="post" action="${escapeHtml(url)}">${hidden}${buildHiddenInput(methodField, method)}
<label>${label}<input name="${proofField}" type="${type}" autocomplete="${complete}" required${describedBy}></label>${hint}${alert}
<button>${submit}</button></form>`
}
