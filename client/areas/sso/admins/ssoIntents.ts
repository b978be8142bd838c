import { ApiError } from '#shared/engine/api.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { loadProviderMetadata, rotateCertificate } from '#shared/areas/sso/adminSsoCalls.ts'
import { FormError } from '#client/form/handleForm.ts'
import type { Intent, Intents, IntentContext } from '#client/form/handleForm.ts'
import { parseTarget } from '#client/form/saveChanges.ts'
import { recordIntents } from '#client/list/recordIntents.ts'
import { adminSsoMessages } from './messages.ts'

/** What the button sends that reads metadata before it saves, and the input that holds it where it has no URL. */
export const readMetadataParam = 'read'
export const metadataXmlInput = 'metadataXml'

/** What the forms of this screen ask for besides those of every integration. */
export const ssoIntents: Intents = {
  create: withMetadata(recordIntents.create),
  edit: withMetadata(recordIntents.edit),
  async rotate({ api, resource, form, key }) {
    const record = await rotateCertificate(api, parseTarget(form), key)
    return { notice: 'saved', of: toRecordLink(resource, record) }
  },
}

/** A save; where metadata is to be read, with what the provider says of itself in place of what was typed. */
function withMetadata(save: Intent): Intent {
  return async (work) =>
    save(work.form.has(readMetadataParam) ? { ...work, form: await fillFromMetadata(work) } : work)
}

async function fillFromMetadata({ api, form, key }: IntentContext): Promise<FormData> {
  const [url = '', xml = ''] = ['metadataUrl', metadataXmlInput].map((name) =>
    String(form.get(name) ?? '').trim(),
  )
  if (!url && !xml) throw new FormError({ metadataUrl: adminSsoMessages.noMetadata })
  const said = await loadProviderMetadata(api, xml ? { xml } : { url }, `${key}-read`).catch(
    throwFieldError,
  )
  const filled = new FormData()
  for (const [name, value] of form) filled.append(name, value)
  for (const [name, value] of Object.entries(said)) filled.set(name, value ?? '')
  return filled
}

/** What is wrong with metadata is told at the field that it came from. */
function throwFieldError(error: unknown): never {
  const { url, xml } = (error instanceof ApiError && error.problem?.fields) || {}
  if (url) throw new FormError({ metadataUrl: url })
  if (xml) throw new FormError({ [metadataXmlInput]: xml })
  throw error
}
