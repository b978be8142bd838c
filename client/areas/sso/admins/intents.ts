import { ApiFailure } from '#shared/engine/api.ts'
import { recordLink } from '#shared/engine/recordLink.ts'
import { readMetadata, rotateCertificate } from '#shared/areas/sso/signOnCalls.ts'
import { Refusal } from '#client/form/answerForm.ts'
import type { Intent, Intents, Work } from '#client/form/answerForm.ts'
import { target } from '#client/form/saveChanges.ts'
import { recordIntents } from '#client/list/recordIntents.ts'
import { adminSignOnWords as say } from './words.ts'

/** What the button sends that reads metadata before it saves, and the input that holds it where it has no URL. */
export const readParam = 'read'
export const xmlInput = 'metadataXml'

/** What the forms of this screen ask for besides those of every integration. */
export const signOnIntents: Intents = {
  create: readFirst(recordIntents.create),
  edit: readFirst(recordIntents.edit),
  async rotate({ api, resource, form, key }) {
    const record = await rotateCertificate(api, target(form), key)
    return { notice: 'saved', of: recordLink(resource, record) }
  },
}

/** A save; where metadata is to be read, with what the provider says of itself in place of what was typed. */
function readFirst(save: Intent): Intent {
  return async (work) => save(work.form.has(readParam) ? { ...work, form: await read(work) } : work)
}

async function read({ api, form, key }: Work): Promise<FormData> {
  const [url = '', xml = ''] = ['metadataUrl', xmlInput].map((name) =>
    String(form.get(name) ?? '').trim(),
  )
  if (!url && !xml) throw new Refusal({ metadataUrl: say.noMetadata })
  const said = await readMetadata(api, xml ? { xml } : { url }, `${key}-read`).catch(atFields)
  const filled = new FormData()
  for (const [name, value] of form) filled.append(name, value)
  for (const [name, value] of Object.entries(said)) filled.set(name, value ?? '')
  return filled
}

/** What is wrong with metadata is told at the field that it came from. */
function atFields(error: unknown): never {
  const { url, xml } = (error instanceof ApiFailure && error.problem?.fields) || {}
  if (url) throw new Refusal({ metadataUrl: url })
  if (xml) throw new Refusal({ [xmlInput]: xml })
  throw error
}
