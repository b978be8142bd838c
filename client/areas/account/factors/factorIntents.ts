import { factorPaths, NewRecoveryCodes, TotpSetup } from '#shared/areas/signIn/factors.ts'
import { parseResponse } from '#shared/engine/api.ts'
import type { Intent, Intents } from '#client/form/handleForm.ts'

/** What the section shows once: a new app's secret, or new recovery codes. */
export type ShownFactor = { setup?: TotpSetup; recoveryCodes?: string[] | null }

const startTotp: Intent<ShownFactor> = async ({ api, key }) => {
  const { body } = await api.send({ method: 'POST', path: factorPaths.totp, idempotencyKey: key })
  return { shown: { setup: parseResponse(TotpSetup, body) } }
}

const confirmTotp: Intent<ShownFactor> = async ({ api, form, key }) => {
  const { body } = await api.send({
    method: 'POST',
    path: factorPaths.totpConfirmation,
    body: { code: String(form.get('code') ?? '') },
    idempotencyKey: key,
  })
  return { shown: parseResponse(NewRecoveryCodes, body) }
}

const removeTotp: Intent = async ({ api, key }) => {
  await api.send({ method: 'DELETE', path: factorPaths.totp, idempotencyKey: key })
  return { notice: 'factor-removed' }
}

const createCodes: Intent<ShownFactor> = async ({ api, key }) => {
  const path = factorPaths.recoveryCodes
  const { body } = await api.send({ method: 'POST', path, idempotencyKey: key })
  return { shown: parseResponse(NewRecoveryCodes, body) }
}

const getPasskeyPath = (form: FormData) =>
  `${factorPaths.passkeys}/${encodeURIComponent(String(form.get('passkey')))}`

const removePasskey: Intent = async ({ api, form, key }) => {
  await api.send({ method: 'DELETE', path: getPasskeyPath(form), idempotencyKey: key })
  return { notice: 'factor-removed' }
}

const renamePasskey: Intent = async ({ api, form, key }) => {
  const body = { name: String(form.get('name') ?? '') }
  await api.send({ method: 'PATCH', path: getPasskeyPath(form), body, idempotencyKey: key })
  return { notice: 'passkey-renamed' }
}

/** What the forms of the section about second factors do. */
export const factorIntents: Intents<object> = {
  startTotp,
  confirmTotp,
  removeTotp,
  createCodes,
  renamePasskey,
  removePasskey,
}
