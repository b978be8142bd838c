import { ApiError } from '#shared/engine/api.ts'
import { toRecordLink } from '#shared/engine/recordLink.ts'
import { loadProviderMetadata, rotateCertificate } from '#shared/areas/sso/adminSsoCalls.ts'
import { FormError } from '#client/form/handleForm.ts'
import type { Intent, Intents, IntentContext } from '#client/form/handleForm.ts'
import { parseRecordVersion } from '#client/form/saveChanges.ts'
import { recordIntents } from '#client/list/recordIntents.ts'
import { adminSsoMessages } from './messages.ts'

/** Names of the button that reads metadata before saving, and of the input for pasted metadata. */
export const readMetadataParam = 'read'
export const metadataXmlInput = 'metadataXml'

/** This screen's additions to the intents of every integration. */
export const ssoIntents: Intents = {
  create: withMetadata(recordIntents.create),
  edit: withMetadata(recordIntents.edit),
  async rotate({ api, resource, form, key }) {
    const record = await rotateCertificate(api, parseRecordVersion(form), key)
    return { notice: 'saved', of: toRecordLink(resource, record) }
  },
}

/**
 * Wraps an intent that saves. If metadata is to be read, replaces the typed values with the
 * provider's own.
 */
function withMetadata(save: Intent): Intent {
  return async (context) =>
    save(
      context.form.has(readMetadataParam)
        ? { ...context, form: await fillFromMetadata(context) }
        : context,
    )
}

async function fillFromMetadata({ api, form, key }: IntentContext): Promise<FormData> {
  const [url = '', xml = ''] = ['metadataUrl', metadataXmlInput].map((name) =>
    String(form.get(name) ?? '').trim(),
  )
  if (!url && !xml) throw new FormError({ metadataUrl: adminSsoMessages.noMetadata })
  const metadata = await loadProviderMetadata(api, xml ? { xml } : { url }, `${key}-read`).catch(
    throwFieldError,
  )
  const filled = new FormData()
  for (const [name, value] of form) filled.append(name, value)
  for (const [name, value] of Object.entries(metadata)) filled.set(name, value ?? '')
  return filled
}

/** Rethrows a metadata error at the field that the metadata came from. */
function throwFieldError(error: unknown): never {
  const { url, xml } = (error instanceof ApiError && error.problem?.fields) || {}
  if (url) throw new FormError({ metadataUrl: url })
  if (xml) throw new FormError({ [metadataXmlInput]: xml })
  throw error
}
